/**
 * What became of the planned times of a schedule, as a strip of squares: a colour, a sign in it, and words for those who
 * point at it or listen. `<rota-fates .schedule=${schedule}>` fetches the last few by itself once it can be seen.
 */
import { LitElement, html, nothing } from 'lit';
import { api, at } from '../core/api.js';
import { time } from '../core/format.js';
import { keyOf } from './links.js';

const SHOWN = 14;

/** Words, tone and sign of a fate; of one that has a job, of how that fares. */
const KINDS = {
  completed: ['completed', 'green', '✓'],
  failed: ['failed', 'red', '✕'],
  cancelled: ['cancelled', 'grey', '–'],
  running: ['running', 'amber', '▸'],
  pending: ['waits for its turn', 'blue', '…'],
  scheduled: ['starts later', 'violet', '…'],
  paused: ['its job is paused', 'grey', '‖'],
  enqueued: ['ran, its job is no longer kept', 'blue', '•'],
  backfilled: ['was backfilled, its job is no longer kept', 'blue', '•'],
  deferred: ['deferred', 'violet', '↷'],
  skipped_overlap: ['skipped: the run before was still going', 'grey', '⇥'],
  skipped_window: ['skipped by a window', 'grey', '⊘'],
  skipped_paused: ['passed while paused', 'grey', '‖'],
  dropped: ['dropped: too old', 'amber', '↓'],
  missed: ['missed', 'red', '!'],
};

export const kindOf = (one) => (one.job_id && one.job_status) || one.fate;

export const words = (one) => KINDS[kindOf(one)][0];

const square = (kind) => html`<span class="square ${KINDS[kind][1]}" aria-hidden="true">${KINDS[kind][2]}</span>`;

export const fateOf = (one) => html`<span class="fate-words">${square(kindOf(one))} ${words(one)}</span>`;

/** The strip, oldest first, of occurrences that come newest first. */
export function strip(occurrences, label) {
  if (occurrences.length === 0) return html`<span class="quiet">none yet</span>`;
  return html`<ol class="fates" aria-label=${label}>${occurrences.toReversed().map((one) => html`<li>${cell(one)}</li>`)}</ol>`;
}

function cell(one) {
  const text = `${time(one.planned_at)}: ${words(one)}${one.reason ? ` (${one.reason})` : ''}`;
  const inside = html`${square(kindOf(one))}<span class="hidden">${text}</span>`;
  return one.job_id
    ? html`<a href=${`#${at`/jobs/${one.job_id}`}`} title=${text}>${inside}</a>`
    : html`<span title=${text}>${inside}</span>`;
}

/** Tells the signs that are there. */
export function legend(occurrences) {
  const there = Object.keys(KINDS).filter((kind) => occurrences.some((one) => kindOf(one) === kind));
  return html`<ul class="fate-legend" aria-label="Legend">
    ${there.map((kind) => html`<li>${square(kind)} ${KINDS[kind][0]}</li>`)}
  </ul>`;
}

const watcher = new IntersectionObserver((seen) => seen.forEach((one) => one.isIntersecting && one.target.see()));

class Fates extends LitElement {
  static properties = { schedule: { attribute: false }, occurrences: { state: true } };

  #seen = false;
  #of = null;

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    watcher.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    watcher.unobserve(this);
  }

  see() {
    this.#seen = true;
    this.#load();
  }

  updated(changed) {
    if (changed.has('schedule')) this.#load();
  }

  /** Again only if something has happened to the schedule. */
  async #load() {
    const { name, runs, completed, failed, cancelled, next_run_at: next } = this.schedule;
    const of = [name, runs, completed, failed, cancelled, next].join();
    if (!this.#seen || this.#of === of) return;
    this.#of = of;
    try {
      this.occurrences = (await api.get(at`/schedules/${keyOf(this.schedule)}/occurrences`, { limit: SHOWN })).occurrences;
    } catch {
      this.#of = null;
    }
  }

  render() {
    return this.occurrences === undefined ? nothing : strip(this.occurrences, `Last fates of ${this.schedule.name}, oldest first`);
  }
}
customElements.define('rota-fates', Fates);
