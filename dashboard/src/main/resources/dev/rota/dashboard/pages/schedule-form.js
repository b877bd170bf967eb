/** A schedule to be made or changed: what is typed for its trigger is explained while one types. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { go, link } from '../core/router.js';
import { session } from '../core/session.js';
import { field, read } from '../components/dialog.js';
import { crumb, keyOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { toast } from '../components/toast.js';
import { instant, list, local, parsed, zones } from '../components/values.js';
import '../components/preview.js';

const FRESH = {
  job: { kind: '', queue: 'default', payload: {}, priority: 0, max_retries: null, timeout_seconds: null, tags: [] },
  trigger: '0 * * * *',
  time_zone: 'UTC',
  overlap: 'queue',
  on_failure: 'continue',
  dst_gap: 'run_after',
  dst_overlap: 'first',
};

class ScheduleForm extends Page {
  static properties = { ...Page.properties, typed: { state: true }, problem: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.typed = {};
    this.problem = null;
    this.busy = false;
  }

  #of = null;

  /** Once: what somebody types is not to be overwritten. */
  async fetch(signal) {
    const { name } = this.params;
    if (this.data && this.#of === name) return this.data;
    const found = name ? await api.get(at`/schedules/${name}`, {}, signal) : FRESH;
    this.#of = name;
    this.typed = {};
    this.problem = null;
    return found;
  }

  heading() {
    const key = this.params.name;
    const name = this.data?.name ?? key;
    return html`${crumb('/schedules', 'Schedules')}${key ? html`${crumb(at`/schedules/${key}`, name)}<h1>Edit</h1>` : html`<h1>New schedule</h1>`}`;
  }

  #fields() {
    const one = this.data;
    const { job } = one;
    const when = [
      { name: 'trigger', label: 'When', value: one.trigger, required: true, placeholder: '30 2 * * MON-FRI', help: 'a cron expression of five or six fields, @daily, @every 1h30m, or @every 2d at 09:30' },
      { name: 'time_zone', label: 'Time zone', value: one.time_zone, required: true, list: 'zones', help: 'whose clock it follows' },
      { name: 'dst_gap', label: 'A time that clocks jump over', type: 'select', value: one.dst_gap, options: [['run_after', 'runs right after the gap'], ['skip', 'is skipped']] },
      { name: 'dst_overlap', label: 'A time that clocks show twice', type: 'select', value: one.dst_overlap, options: [['first', 'runs at the first of two'], ['second', 'runs at the second of two'], ['twice', 'runs both times']] },
      { name: 'starts_at', label: 'Not before', type: 'datetime-local', value: local(one.starts_at), help: 'in the time zone of this browser; empty for none' },
      { name: 'ends_at', label: 'Not after', type: 'datetime-local', value: local(one.ends_at) },
      { name: 'from_completion', label: 'Count the interval from the end of the last run', type: 'checkbox', value: one.from_completion },
    ];
    const what = [
      ...(this.params.name ? [] : [{ name: 'name', label: 'Name', required: true, placeholder: 'nightly-report' }]),
      { name: 'kind', label: 'Kind of job', value: job.kind, required: true, help: 'handlers are chosen by it' },
      { name: 'queue', label: 'Queue', value: job.queue, required: true },
      { name: 'payload', label: 'Payload', type: 'textarea', value: JSON.stringify(job.payload, null, 2), required: true, help: 'JSON, handed to every run' },
      { name: 'priority', label: 'Priority', type: 'number', value: job.priority, min: 0, max: 100, help: '0 to 100; higher comes first' },
      { name: 'max_retries', label: 'Retries', type: 'number', value: job.max_retries, min: 0, max: 1000, help: 'empty for what the queue says' },
      { name: 'timeout_seconds', label: 'Timeout in seconds', type: 'number', value: job.timeout_seconds, min: 0, step: 'any', help: 'empty for none of its own' },
      { name: 'tags', label: 'Tags', value: job.tags.join(', '), help: 'parted by commas' },
    ];
    const whatIf = [
      { name: 'overlap', label: 'If the run before still goes', type: 'select', value: one.overlap, options: [['queue', 'the next lines up behind'], ['skip', 'the next is skipped'], ['cancel', 'the one before is cancelled']] },
      { name: 'on_failure', label: 'If a job fails for good', type: 'select', value: one.on_failure, options: [['continue', 'go on'], ['halt', 'halt until the job was retried']] },
      { name: 'catchup_max', label: 'Catch up at once', type: 'number', value: one.catchup_max, min: 0, max: 10000, help: 'missed times in one go; 0 for none, empty for what the server is set to' },
      { name: 'catchup_age_seconds', label: 'Drop times older than, in seconds', type: 'number', value: one.catchup_age_seconds, min: 0, step: 'any' },
      { name: 'catchup_spread_seconds', label: 'Spread late times over, in seconds', type: 'number', value: one.catchup_spread_seconds, min: 0, step: 'any' },
      { name: 'jitter_seconds', label: 'Random delay up to, in seconds', type: 'number', value: one.jitter_seconds, min: 0, step: 'any' },
    ];
    return { when, what, whatIf };
  }

  view() {
    if (!session.may('operator')) return empty('Only operators change schedules', html`<a href="#/schedules">Back to the list</a>`);
    const { when, what, whatIf } = this.#fields();
    const trigger = this.#timetable({ trigger: this.data.trigger, time_zone: this.data.time_zone, dst_gap: this.data.dst_gap, dst_overlap: this.data.dst_overlap, ...this.typed });
    return html`
      <form class="form" @input=${this.#type} @submit=${this.#save}>
        <div class="grid two">
          <section class="card" aria-labelledby="what"><h2 id="what">What</h2>${what.map(field)}</section>
          <div class="stack-wide">
            <section class="card" aria-labelledby="when"><h2 id="when">When</h2>
              ${field(when[0])}
              <rota-trigger .body=${trigger}></rota-trigger>
              ${when.slice(1).map(field)}
              ${zones('zones')}
            </section>
            <section class="card" aria-labelledby="what-if"><h2 id="what-if">What if</h2>${whatIf.map(field)}</section>
          </div>
        </div>
        ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        <div class="form-buttons">
          <a class="button" href=${link(this.params.name ? at`/schedules/${this.params.name}` : '/schedules')}>Cancel</a>
          <button type="submit" class="primary" ?disabled=${this.busy}>${this.params.name ? 'Save changes' : 'Create schedule'}</button>
        </div>
      </form>
    `;
  }

  #type(event) {
    const { name, value } = event.target;
    if (['trigger', 'time_zone', 'dst_gap', 'dst_overlap', 'starts_at', 'ends_at'].includes(name)) this.typed = { ...this.typed, [name]: value };
  }

  #timetable(values) {
    return {
      cron_expression: values.trigger.trim(),
      time_zone: (values.time_zone ?? '').trim() || 'UTC',
      dst_gap: values.dst_gap,
      dst_overlap: values.dst_overlap,
      starts_at: instant(values.starts_at),
      ends_at: instant(values.ends_at),
    };
  }

  async #save(event) {
    event.preventDefault();
    const { when, what, whatIf } = this.#fields();
    const values = read(event.target, [...what, ...when, ...whatIf]);
    this.problem = null;
    try {
      this.busy = true;
      const key = this.params.name ?? values.name.trim();
      const save = this.params.name ? api.put : api.create;
      const saved = await save(at`/schedules/${key}`, this.#body(values));
      toast(this.params.name ? `${saved.name} is changed` : `${saved.name} is there`);
      go(at`/schedules/${keyOf(saved)}`);
    } catch (problem) {
      this.problem = problem.message;
    } finally {
      this.busy = false;
    }
  }

  /** What the form does not show stays as it was. */
  #body(values) {
    return {
      job: {
        ...this.data.job,
        kind: values.kind,
        queue: values.queue,
        payload: parsed(values.payload, 'The payload'),
        priority: values.priority ?? 0,
        max_retries: values.max_retries,
        timeout_seconds: values.timeout_seconds,
        tags: list(values.tags),
      },
      ...this.#timetable(values),
      from_completion: values.from_completion,
      overlap: values.overlap,
      on_failure: values.on_failure,
      catchup_max: values.catchup_max,
      catchup_age_seconds: values.catchup_age_seconds,
      catchup_spread_seconds: values.catchup_spread_seconds,
      jitter_seconds: values.jitter_seconds,
    };
  }
}
customElements.define('schedule-form', ScheduleForm);
