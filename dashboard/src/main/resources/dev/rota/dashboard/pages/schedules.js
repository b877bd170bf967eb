/** Schedules: when each runs next, what became of its last times, and whether it is held. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { clock } from '../core/clock.js';
import { change } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { keyOf } from '../components/links.js';
import { pause, resume, runNow } from './schedule-actions.js';
import '../components/fates.js';

export const stateOf = (schedule) => {
  if (schedule.is_halted) return badge('halted');
  if (schedule.is_paused) return badge('paused');
  return schedule.next_run_at ? badge('active') : badge('ended', 'grey');
};

/** When it runs, in words; when it began does not matter any more. */
export const whenOf = (schedule) =>
  (schedule.starts_at && new Date(schedule.starts_at) < clock.now() ? schedule.explained.replace(/, from [^,]+/, '') : schedule.explained);

class SchedulesPage extends Page {
  static title = 'Schedules';

  async fetch(signal) {
    const { queue, kind, paused, cursor } = this.params;
    return api.get('/schedules', { queue, kind, paused, cursor, limit: 50 }, signal);
  }

  concerns(event) {
    return event.type.startsWith('schedule.');
  }

  heading() {
    return html`<h1>Schedules</h1>
      ${session.may('operator') ? html`<span class="actions"><a class="button primary" href="#/new-schedule">New schedule</a></span>` : nothing}`;
  }

  view() {
    const { schedules, next_cursor: next } = this.data;
    return html`
      ${this.#filters()}
      ${table({
        caption: 'Schedules',
        rows: schedules,
        none: this.#isFiltered()
          ? empty('No schedule matches', html`<a href="#/schedules">Show all</a>`)
          : empty('No schedule yet', 'A schedule makes jobs at planned times. Make one here, over the API, or with rota apply.'),
        columns: [
          { label: 'Schedule', cell: (one) => html`<span class="stack"><a href=${`#${at`/schedules/${keyOf(one)}`}`}><strong>${one.name}</strong></a><span class="quiet">${whenOf(one)}</span></span>` },
          { label: 'State', cell: stateOf },
          { label: 'Makes', cell: (one) => html`<span class="stack"><span>${one.job.kind}</span><span class="quiet">in ${one.job.queue}</span></span>` },
          { label: 'Last fates', cell: (one) => html`<rota-fates .schedule=${one}></rota-fates>` },
          { label: 'Last run', cell: (one) => agoOf(one.last_run_at) },
          { label: 'Next run', cell: (one) => (one.is_paused || one.is_halted ? html`<span class="quiet">held</span>` : agoOf(one.next_run_at)) },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? this.#buttons(one) : nothing) },
        ],
      })}
      ${pager({ next, shown: schedules.length, word: 'schedule' })}
    `;
  }

  #isFiltered() {
    return Boolean(this.params.queue || this.params.kind || this.params.paused);
  }

  #filters() {
    const set = (name) => (event) => change({ [name]: event.target.value.trim(), cursor: '' });
    return html`<form class="filters" @submit=${(event) => event.preventDefault()}>
      <label>Queue<input data-search .value=${this.params.queue ?? ''} placeholder="any" @change=${set('queue')}></label>
      <label>Kind<input .value=${this.params.kind ?? ''} placeholder="any" @change=${set('kind')}></label>
      <label>Paused<select .value=${this.params.paused ?? ''} @change=${set('paused')}>
        <option value="">paused or not</option><option value="true">paused</option><option value="false">not paused</option>
      </select></label>
    </form>`;
  }

  #buttons(one) {
    const after = () => this.refresh();
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`Run ${one.name} now`} @click=${() => runNow(one, after)}>Run now</button>
      ${one.is_paused || one.is_halted
        ? html`<button type="button" class="small" aria-label=${`Resume ${one.name}`} @click=${() => resume(one, after)}>Resume</button>`
        : html`<button type="button" class="small" aria-label=${`Pause ${one.name}`} @click=${() => pause(one, after)}>Pause</button>`}
    </span>`;
  }
}
customElements.define('schedules-page', SchedulesPage);
