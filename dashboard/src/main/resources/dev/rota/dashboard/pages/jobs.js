/** Jobs: found by their state, queue, kind, tag, target, time and text; one page after another, and many at once. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { number, some } from '../core/format.js';
import { change, link, place } from '../core/router.js';
import { session } from '../core/session.js';
import { clock } from '../core/clock.js';
import { STATES, jobLink, jobState, jobTime } from '../components/job.js';
import { ACTIONS, bulk } from '../components/operations.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';

const PAGE = 50;
const TYPING = 350;
const PLAIN = ['status', 'queue', 'kind', 'tag', 'target', 'schedule', 'fingerprint', 'text', 'created_from', 'created_to'];
const SPANS = [
  ['', 'any time'],
  ['1', 'in the last hour'],
  ['24', 'in the last day'],
  ['168', 'in the last 7 days'],
  ['720', 'in the last 30 days'],
];

class JobsPage extends Page {
  static title = 'Jobs';
  static properties = { all: { state: true }, matching: { state: true } };

  #chosen = new Set();
  #typing = null;

  constructor() {
    super();
    this.all = false;
    this.matching = null;
  }

  /** The filter as the API takes it. */
  #filter() {
    const filter = {};
    for (const name of PLAIN) if (this.params[name]) filter[name] = this.params[name];
    if (this.params.hours) filter.created_from = new Date(clock.now() - this.params.hours * 3_600_000).toISOString();
    return filter;
  }

  async fetch(signal) {
    const [page, queues] = await Promise.all([
      api.get('/jobs', { ...this.#filter(), cursor: this.params.cursor, limit: PAGE }, signal),
      api.get('/queues', {}, signal),
    ]);
    return { ...page, queues: queues.queues };
  }

  concerns(event) {
    return event.type.startsWith('job.') || event.type.startsWith('operation.');
  }

  moves({ queues }) {
    return !this.params.queue || queues.some((one) => one.queue === this.params.queue);
  }

  willUpdate(changed) {
    if (changed.has('params')) {
      this.#chosen.clear();
      this.all = false;
    }
    super.willUpdate(changed);
  }

  view() {
    const { jobs, next_cursor: next, partial } = this.data;
    return html`
      <rota-operations @moved=${(event) => event.detail && this.refreshSoon()}></rota-operations>
      ${this.#states()} ${this.#fields()} ${this.#bulkBar()}
      ${table({
        caption: 'Jobs',
        rows: jobs,
        none: this.#nothing(next),
        select: session.may('operator') ? { chosen: this.#chosen, changed: () => { this.all = false; this.requestUpdate(); } } : undefined,
        columns: [
          { label: 'Job', cell: jobLink },
          { label: 'State', cell: jobState },
          { label: 'Queue', cell: (job) => html`<a href=${link('/jobs', { ...place().params, queue: job.queue, cursor: '' })}>${job.queue}</a>` },
          { label: 'Priority', align: 'right', cell: (job) => job.effective_priority },
          { label: 'Tries', align: 'right', cell: (job) => `${job.attempt}/${job.max_retries + 1}` },
          { label: 'When', cell: (job) => html`<span class="nowrap">${jobTime(job)}</span>` },
          { label: 'Note', wide: true, cell: note },
        ],
      })}
      ${partial ? html`<p class="notice" role="status">The search took its time, and this is what it found so far. The next page goes on from here.</p>` : nothing}
      ${pager({ next, shown: jobs.length, word: 'job' })}
    `;
  }

  #nothing(next) {
    if (next) return empty('Nothing found so far', 'The next page goes on searching.');
    return Object.keys(this.#filter()).length
      ? empty('No job matches', html`<a href="#/jobs">Show all jobs</a>`)
      : empty('There are no jobs yet', html`Send one: <code>curl localhost:8060/api/v1/jobs -d '{"kind": "rota.echo"}'</code>`);
  }

  #states() {
    const { params } = place();
    const chip = (state, label) => html`
      <a class="chip" href=${link('/jobs', { ...params, status: state, cursor: '' })} aria-current=${(params.status ?? '') === state ? 'true' : nothing}>${label}</a>
    `;
    return html`<nav class="chips" aria-label="States">${chip('', 'All')}${STATES.map((state) => chip(state, state))}</nav>`;
  }

  #fields() {
    const p = this.params;
    const set = (name) => (event) => change({ [name]: event.target.value.trim(), cursor: '' });
    const isMore = p.tag || p.target || p.schedule || p.created_from || p.created_to;
    return html`
      <form class="filters" role="search" aria-label="Find jobs" @submit=${(event) => event.preventDefault()}>
        <label class="grow">Text in payload or error
          <input type="search" data-search .value=${p.text ?? ''} placeholder="Search (/)" @input=${this.#type}></label>
        <label>Queue <select @change=${set('queue')}>
          <option value="">all</option>
          ${this.data.queues.map((one) => html`<option value=${one.name} ?selected=${one.name === p.queue}>${one.name}</option>`)}
        </select></label>
        <label>Kind <input .value=${p.kind ?? ''} @change=${set('kind')} size="14"></label>
        <label>Created <select @change=${set('hours')}>
          ${SPANS.map(([hours, label]) => html`<option value=${hours} ?selected=${hours === (p.hours ?? '')}>${label}</option>`)}
        </select></label>
        <details class="more-filters" ?open=${Boolean(isMore)}>
          <summary>More</summary>
          <div class="filters">
            <label>Tag <input .value=${p.tag ?? ''} @change=${set('tag')} size="12"></label>
            <label>Target <input .value=${p.target ?? ''} @change=${set('target')} size="14"></label>
            <label>Schedule <input .value=${p.schedule ?? ''} @change=${set('schedule')} size="14"></label>
            <label>Created from <input type="datetime-local" .value=${local(p.created_from)} @change=${instant('created_from')}></label>
            <label>Created to <input type="datetime-local" .value=${local(p.created_to)} @change=${instant('created_to')}></label>
          </div>
        </details>
        ${Object.keys(this.#filter()).length ? html`<a class="button" href="#/jobs">Clear</a>` : nothing}
      </form>
    `;
  }

  #type = (event) => {
    clearTimeout(this.#typing);
    const text = event.target.value.trim();
    this.#typing = setTimeout(() => change({ text, cursor: '' }, { replace: true }), TYPING);
  };

  #bulkBar() {
    const n = this.#chosen.size;
    if (n === 0) return nothing;
    const filter = this.#filter();
    const canAll = Object.keys(filter).length > 0;
    return html`
      <div class="bulk-bar" role="region" aria-label="Selected jobs">
        <strong>${this.all ? `All that match${this.matching ? `: ${this.matching}` : ''}` : `${number(n)} selected`}</strong>
        ${canAll && !this.all ? html`<button type="button" class="quiet-button small" @click=${() => this.#chooseAll(filter)}>Select all that match the filter</button>` : nothing}
        <span class="grow"></span>
        ${ACTIONS.map(([action, label]) => html`
          <button type="button" class="small ${action === 'delete' ? 'danger' : ''}" @click=${() => this.#bulk(action, filter)}>${label}</button>
        `)}
        <button type="button" class="small quiet-button" @click=${() => { this.#chosen.clear(); this.all = false; this.requestUpdate(); }}>Clear selection</button>
      </div>
    `;
  }

  /** How many that are is counted up to ten thousand. */
  async #chooseAll(filter) {
    this.all = true;
    this.matching = null;
    const { count, more } = await api.get('/jobs/count', filter);
    this.matching = more ? `${number(count)}+ jobs` : some(count, 'job');
  }

  #bulk(action, filter) {
    const whole = { ...filter, ...(filter.status ? { status: filter.status.split(',') } : {}) };
    return bulk(action, this.all ? { filter: whole } : { ids: [...this.#chosen] }, () => {
      this.#chosen.clear();
      this.all = false;
      this.querySelector('rota-operations')?.refresh();
      this.refresh();
    });
  }
}
customElements.define('jobs-page', JobsPage);

/** What is worth knowing at a glance. */
function note(job) {
  if (job.status === 'running' && job.progress !== null) {
    return html`<progress max="100" .value=${job.progress} aria-label="Progress"></progress> <span class="quiet">${job.progress_message ?? ''}</span>`;
  }
  if (job.error_message && job.status !== 'completed') return html`<span class="clip bad-text" title=${job.error_message}>${job.error_message}</span>`;
  const about = job.source_name ?? job.url ?? JSON.stringify(job.payload);
  return html`<span class="clip quiet" title=${about}>${about}</span>`;
}

const local = (at) => (at ? new Date(new Date(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : '');
const instant = (name) => (event) => change({ [name]: event.target.value ? new Date(event.target.value).toISOString() : '', cursor: '' });
