/**
 * Bulk operations: one action on many jobs. `bulk` asks the server how many an action would touch, shows that, and
 * starts it; `<rota-operations>` shows those that are under way, with a stop and an undo.
 */
import { LitElement, html, nothing } from 'lit';
import { api, at } from '../core/api.js';
import { number, some } from '../core/format.js';
import { live } from '../core/live.js';
import { session } from '../core/session.js';
import { badge } from './badge.js';
import { ask } from './dialog.js';
import { jobLink } from './job.js';
import { agoOf } from './time.js';
import { act } from './toast.js';
import { clock } from '../core/clock.js';

export const ACTIONS = [
  ['retry', 'Retry'],
  ['cancel', 'Cancel'],
  ['pause', 'Pause'],
  ['resume', 'Resume'],
  ['priority', 'Priority…'],
  ['delete', 'Delete'],
];

const WILL = {
  retry: 'run again',
  cancel: 'be cancelled; workers of running ones are told to stop',
  pause: 'be held until somebody resumes them',
  resume: 'go on',
  priority: 'get another priority',
  delete: 'be deleted for good, with their history',
};

const DANGEROUS = ['cancel', 'delete'];
const FOR_GOOD = ['retry', 'resume'];

/** Asks, with a preview of what would happen, and starts the operation. `which` has `ids` or a `filter`. */
export async function bulk(action, which, started) {
  let preview;
  try {
    preview = await api.post('/operations/preview', { action, ...which, ...(action === 'priority' ? { priority: 50 } : {}) });
  } catch (error) {
    await act(() => Promise.reject(error), { done: '' });
    return;
  }
  const matched = preview.more ? `More than ${number(preview.matched)} jobs` : some(preview.matched, 'job');
  const skipped = Object.entries(preview.skipped);
  const values = await ask({
    title: `${action.charAt(0).toUpperCase()}${action.slice(1)} ${matched.toLowerCase()}?`,
    text: html`
      <p>${matched} will ${WILL[action]}.</p>
      ${skipped.length ? html`<p>Left as they are: ${skipped.map(([reason, n]) => `${number(n)} ${reason}`).join(', ')}.</p>` : nothing}
      ${preview.sample.length
        ? html`<ul class="sample">${preview.sample.slice(0, 5).map((job) => html`<li>${jobLink(job)} ${badge(job.status)}</li>`)}</ul>`
        : nothing}
    `,
    fields: action === 'priority' ? [{ name: 'priority', label: 'New priority', type: 'number', min: 0, max: 100, value: 50, required: true }] : [],
    action: `${action.charAt(0).toUpperCase()}${action.slice(1)} them`,
    danger: DANGEROUS.includes(action),
    no: 'Leave them',
  });
  if (values) {
    await act(() => api.post('/operations', { action, ...which, ...(action === 'priority' ? { priority: values.priority } : {}) }), {
      done: 'The operation has begun',
      undo: FOR_GOOD.includes(action) ? null : undo,
      after: started,
    });
  }
}

/** One that still runs is stopped first: what it has done so far is undone. */
async function undo({ id }) {
  const { status } = await api.get(at`/operations/${id}`);
  if (status === 'running') await api.post(at`/operations/${id}/cancel`);
  return api.post(at`/operations/${id}/undo`);
}

class Operations extends LitElement {
  static properties = { list: { state: true } };

  #timer = null;
  #onEvent = (event) => event.detail.type.startsWith('operation.') && this.refresh();

  constructor() {
    super();
    this.list = [];
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('event', this.#onEvent);
    this.refresh();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('event', this.#onEvent);
    clearTimeout(this.#timer);
  }

  /** Looks at the newest ones, and goes on while one of them runs. */
  async refresh() {
    clearTimeout(this.#timer);
    try {
      const { operations } = await api.get('/operations', { limit: 5 });
      this.list = operations.filter((one) => one.status === 'running' || (one.undo_until && new Date(one.undo_until) > clock.now() && !one.undone_by));
    } catch {
      this.list = [];
    }
    const isBusy = this.list.some((one) => one.status === 'running');
    if (this.isConnected) this.#timer = setTimeout(() => this.refresh(), isBusy ? 1000 : 30_000);
    this.dispatchEvent(new CustomEvent('moved', { detail: isBusy }));
  }

  render() {
    return this.list.length === 0 ? nothing : html`
      <section class="operations" aria-label="Bulk operations">
        ${this.list.map((one) => html`
          <div class="card operation">
            <div class="section-head">
              <strong>${one.action}</strong> ${badge(one.status)}
              <span class="quiet">${number(one.done)} done, ${number(one.skipped)} left as they were, by ${one.created_by} ${agoOf(one.created_at)}</span>
              <span class="grow"></span>
              ${session.may('operator') ? this.#buttons(one) : nothing}
            </div>
            ${one.status === 'running' ? html`<progress max="100" .value=${one.progress} aria-label=${`Progress of ${one.action}`}></progress>` : nothing}
          </div>
        `)}
      </section>
    `;
  }

  #buttons(one) {
    return one.status === 'running'
      ? html`<button type="button" class="small" @click=${() => this.#do(one, 'cancel', 'The operation stops; what it has done stays done')}>Stop</button>`
      : html`<button type="button" class="small" @click=${() => this.#do(one, 'undo', 'The undo has begun')}>Undo</button>`;
  }

  #do(one, what, done) {
    return act(() => api.post(`${at`/operations/${one.id}`}/${what}`), { done, after: () => this.refresh() });
  }
}
customElements.define('rota-operations', Operations);
