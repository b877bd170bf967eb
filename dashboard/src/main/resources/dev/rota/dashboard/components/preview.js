/** The preview of a trigger: what it means in words, and the times it plans, with what changes of the clock do to them. */
import { LitElement, html, nothing } from 'lit';
import { api } from '../core/api.js';
import { agoOf } from './time.js';
import { badge } from './badge.js';
import { empty } from './states.js';
import { table } from './table.js';

const CALM = 250;

const MARKS = {
  moved: ['moved out of the gap', 'amber', 'The clock jumps over this time; it runs at the first instant after.'],
  skipped: ['skipped in the gap', 'red', 'The clock jumps over this time; it does not run.'],
  first: ['first of two', 'violet', 'The clock shows this time twice; this is the earlier.'],
  second: ['second of two', 'violet', 'The clock shows this time twice; this is the later.'],
};

/** The mark of a time, or nothing on an ordinary day. */
export function markOf(fire) {
  const mark = MARKS[fire.mark];
  return mark ? html`<span title=${mark[2]}>${badge(mark[0], mark[1])}<span class="hidden"> ${mark[2]}</span></span>` : nothing;
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A time as the clock in its zone shows it, which is not the browser's. */
export const localOf = (fire) => html`<span>${DAY.format(new Date(`${fire.local.slice(0, 10)}T00:00:00Z`))} <strong>${fire.local.slice(11)}</strong></span>`;

export const fires = (list, caption) => table({
  caption,
  rows: list,
  key: (fire) => fire.at + fire.mark,
  none: empty('It does not run again'),
  columns: [
    { label: 'On the clock there', cell: localOf },
    { label: 'Change of the clock', quiet: true, cell: markOf },
    { label: 'From now', cell: (fire) => agoOf(fire.at) },
  ],
});

/** `<rota-trigger .body=${{cron_expression, time_zone, …}}>` explains what is being typed. */
class TriggerPreview extends LitElement {
  static properties = { body: { attribute: false }, answer: { state: true }, error: { state: true } };

  #timer = null;
  #asked = null;

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  willUpdate(changed) {
    const wanted = JSON.stringify(this.body);
    if (changed.has('body') && wanted !== this.#asked) {
      this.#asked = wanted;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#look(wanted), this.answer || this.error ? CALM : 0);
    }
  }

  async #look(wanted) {
    let answer = null;
    let error = null;
    try {
      answer = this.body.cron_expression ? await api.post('/schedules/preview?count=5', this.body) : null;
    } catch (problem) {
      error = problem;
    }
    if (wanted === this.#asked) {
      this.answer = answer;
      this.error = error;
    }
  }

  render() {
    return html`<div class="preview" role="status">
      ${this.error ? html`<p class="notice bad">${this.error.message}</p>` : nothing}
      ${this.answer && !this.error
        ? html`<p class="notice good">${this.answer.explained}</p>
          <ol class="preview-times" aria-label="Next times">
            ${this.answer.fires.map((fire) => html`<li>${localOf(fire)} ${markOf(fire)} <span class="quiet">${agoOf(fire.at)}</span></li>`)}
          </ol>`
        : nothing}
      ${!this.error && !this.answer ? html`<p class="quiet">Type when, and see what it means.</p>` : nothing}
    </div>`;
  }
}
customElements.define('rota-trigger', TriggerPreview);
