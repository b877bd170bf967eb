/** The audit: what happened, who did it and to what, as it happens. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { change, link } from '../core/router.js';
import { badge } from '../components/badge.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf, timeOf } from '../components/time.js';
import { instant, local } from '../components/values.js';

const TONES = [
  [/deleted|cancelled|raised|fenced|revoked/, 'red'],
  [/paused|halted|disabled/, 'amber'],
  [/resumed|cleared|retried|enabled|completed/, 'green'],
  [/created|triggered|backfilled/, 'blue'],
];

const toneOf = (type) => TONES.find(([pattern]) => pattern.test(type))?.[1] ?? 'grey';

class AuditPage extends Page {
  static title = 'Audit';

  async fetch(signal) {
    const { type, subject, actor, since, cursor } = this.params;
    return api.get('/events', { type, subject, actor, since, cursor, limit: 100 }, signal);
  }

  concerns() {
    return !this.params.cursor;
  }

  view() {
    const { events, next_cursor: next } = this.data;
    return html`
      ${this.#filters()}
      ${table({
        caption: 'Events, newest first',
        rows: events,
        none: empty('Nothing like that has happened', 'Whatever people and programs do to jobs, queues and schedules is kept here.'),
        columns: [
          { label: 'When', cell: (one) => html`<span class="stack"><span class="nowrap">${timeOf(one.at)}</span><span class="quiet">${agoOf(one.at)}</span></span>` },
          { label: 'What', cell: (one) => html`<a class="plain" href=${this.#only({ type: one.type })} title="Only these">${badge(one.type.replace('.', ' '), toneOf(one.type))}</a>` },
          { label: 'Who', cell: (one) => html`<a href=${this.#only({ actor: one.actor })} title="Only theirs">${one.actor}</a>` },
          { label: 'To what', cell: (one) => (one.job_id ? jobOf(one.job_id) : html`<a href=${this.#only({ subject: one.subject })} title="Only about this">${one.subject.replace(/:$/, '')}</a>`) },
          { label: 'Queue', cell: (one) => one.queue ?? '' },
          { label: 'Details', cell: (one) => this.#details(one) },
        ],
      })}
      ${pager({ next, shown: events.length, word: 'event' })}
    `;
  }

  #only(params) {
    return link('/audit', { ...this.params, cursor: '', ...params });
  }

  #details({ details }) {
    const parts = Object.entries(details ?? {});
    return parts.length === 0 ? nothing : html`<span class="details">${parts.map(([name, value]) =>
      html`<span><span class="quiet">${name.replaceAll('_', ' ')}</span> ${typeof value === 'object' ? JSON.stringify(value) : String(value)}</span> `)}</span>`;
  }

  #filters() {
    const set = (name) => (event) => change({ [name]: event.target.value.trim(), cursor: '' });
    const { type, subject, actor, since } = this.params;
    return html`<form class="filters" @submit=${(event) => event.preventDefault()}>
      <label>Type<input data-search list="types" .value=${type ?? ''} placeholder="as in queue.paused" @change=${set('type')}></label>
      <label>Who<input .value=${actor ?? ''} placeholder="anybody" @change=${set('actor')}></label>
      <label>About<input .value=${subject ?? ''} placeholder="as in queue:default" @change=${set('subject')}></label>
      <label>Since<input type="datetime-local" .value=${local(since)} @change=${(event) => change({ since: instant(event.target.value), cursor: '' })}></label>
      ${type || subject || actor || since ? html`<a class="button" href="#/audit">Show all</a>` : nothing}
      <datalist id="types">${[...new Set(this.data.events.map((one) => one.type))].map((one) => html`<option value=${one}></option>`)}</datalist>
    </form>`;
  }
}
customElements.define('audit-page', AuditPage);
