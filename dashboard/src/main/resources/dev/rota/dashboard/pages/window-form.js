/** A window to be made or changed, and what it would hold in the day to come. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { clock } from '../core/clock.js';
import { number } from '../core/format.js';
import { go } from '../core/router.js';
import { session } from '../core/session.js';
import { field, read } from '../components/dialog.js';
import { crumb } from '../components/links.js';
import { empty } from '../components/states.js';
import { toast } from '../components/toast.js';
import { instant, local, refuseTaken, zones } from '../components/values.js';
import '../components/preview.js';

const FRESH = { sort: 'maintenance', policy: 'hold', trigger: '0 2 * * *', duration_seconds: 3600, time_zone: 'UTC', spread_seconds: 60, enabled: true };
const DAY = 86_400_000;

class WindowForm extends Page {
  static properties = { ...Page.properties, typed: { state: true }, problem: { state: true }, busy: { state: true }, effect: { state: true } };

  #of = null;

  constructor() {
    super();
    this.typed = {};
    this.problem = null;
    this.busy = false;
    this.effect = null;
  }

  /** Once: what somebody types is not to be overwritten. */
  async fetch(signal) {
    const { name } = this.params;
    if (this.data && this.#of === name) return this.data;
    const found = name ? await api.get(at`/windows/${name}`, {}, signal) : FRESH;
    this.#of = name;
    this.typed = {};
    this.problem = null;
    this.effect = null;
    return found;
  }

  heading() {
    return html`${crumb('/windows', 'Windows')}<h1>${this.params.name ? `Edit ${this.params.name}` : 'New window'}</h1>`;
  }

  #fields() {
    const one = this.data;
    const what = [
      ...(this.params.name ? [] : [{ name: 'name', label: 'Name', required: true, placeholder: 'night' }]),
      { name: 'sort', label: 'Sort', type: 'select', value: one.sort, options: [['maintenance', 'maintenance: nothing that matches starts in it'], ['execution', 'execution: nothing that matches starts outside of it']] },
      { name: 'policy', label: 'Planned times of schedules', type: 'select', value: one.policy, options: [['hold', 'are held until it opens'], ['skip', 'are skipped']] },
      { name: 'queue', label: 'Only jobs of the queue', value: one.queue, help: 'what is left empty does not matter' },
      { name: 'kind', label: 'Only jobs of the kind', value: one.kind },
      { name: 'tag', label: 'Only jobs with the tag', value: one.tag },
      { name: 'target', label: 'Only jobs of the target', value: one.target, help: 'its external id' },
      { name: 'spread_seconds', label: 'Let go what was held within, in seconds', type: 'number', value: one.spread_seconds, min: 0, max: 86400, step: 'any' },
    ];
    const when = [
      { name: 'trigger', label: 'Begins', value: one.trigger, placeholder: '0 2 * * *', help: 'a cron expression, @daily, or @every 1d at 02:00; empty for a window that is there once' },
      { name: 'duration_minutes', label: 'Lasts, in minutes', type: 'number', value: one.duration_seconds === null ? '' : one.duration_seconds / 60, min: 0, step: 'any' },
      { name: 'time_zone', label: 'Time zone', value: one.time_zone, required: true, list: 'zones' },
      { name: 'starts_at', label: 'From', type: 'datetime-local', value: local(one.starts_at), help: 'in the time zone of this browser; without a trigger, this is when it is there' },
      { name: 'ends_at', label: 'Until', type: 'datetime-local', value: local(one.ends_at) },
    ];
    return { what, when };
  }

  view() {
    if (!session.may('operator')) return empty('Only operators change windows', html`<a href="#/windows">Back to the list</a>`);
    const { what, when } = this.#fields();
    const values = { trigger: this.data.trigger ?? '', time_zone: this.data.time_zone, ...this.typed };
    return html`
      <form @input=${this.#type} @submit=${this.#save}>
        <div class="grid two">
          <section class="card" aria-labelledby="what"><h2 id="what">What</h2>${what.map(field)}</section>
          <section class="card" aria-labelledby="when"><h2 id="when">When</h2>
            ${field(when[0])}
            <rota-trigger .body=${{ cron_expression: values.trigger.trim(), time_zone: values.time_zone.trim() || 'UTC' }}></rota-trigger>
            ${when.slice(1).map(field)} ${zones('zones')}
          </section>
        </div>
        ${this.effect ? html`<p class="notice" role="status">In the next 24 hours it would hold ${number(this.effect.jobs)} jobs that are there now,
          and ${number(this.effect.times)}${this.effect.more_times ? '+' : ''} planned times of schedules.</p>` : nothing}
        ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        <div class="form-buttons">
          <a class="button" href="#/windows">Cancel</a>
          <button type="button" @click=${this.#rehearse}>What would it do?</button>
          <button type="submit" class="primary" ?disabled=${this.busy}>${this.params.name ? 'Save changes' : 'Create window'}</button>
        </div>
      </form>
    `;
  }

  #type(event) {
    const { name, value } = event.target;
    this.effect = null;
    if (name === 'trigger' || name === 'time_zone') this.typed = { ...this.typed, [name]: value };
  }

  #body(form) {
    const { what, when } = this.#fields();
    const values = read(form, [...what, ...when]);
    const body = {
      sort: values.sort,
      policy: values.policy,
      cron_expression: values.trigger,
      duration_seconds: values.trigger && values.duration_minutes !== null ? values.duration_minutes * 60 : null,
      time_zone: values.time_zone,
      starts_at: instant(values.starts_at),
      ends_at: instant(values.ends_at),
      queue: values.queue,
      kind: values.kind,
      tag: values.tag,
      target: values.target,
      spread_seconds: values.spread_seconds ?? 60,
      enabled: this.data.enabled,
    };
    return { name: this.params.name ?? values.name, body };
  }

  async #try(what) {
    this.problem = null;
    this.busy = true;
    try {
      await what();
    } catch (problem) {
      this.problem = problem.message;
    } finally {
      this.busy = false;
    }
  }

  #rehearse(event) {
    const { body } = this.#body(event.target.form);
    return this.#try(async () => {
      const now = clock.now();
      this.effect = await api.post('/windows/what-if', { window: body, from: new Date(now).toISOString(), to: new Date(now + DAY).toISOString() });
    });
  }

  #save(event) {
    event.preventDefault();
    const { name, body } = this.#body(event.target);
    return this.#try(async () => {
      if (!this.params.name) refuseTaken(name, (await api.get('/windows')).windows);
      await api.put(at`/windows/${name}`, body);
      toast(this.params.name ? `${name} is changed` : `${name} is there`);
      go('/windows');
    });
  }
}
customElements.define('window-form', WindowForm);
