/** Bulk operations: what was done to many jobs at once, how far each is, and the way back where there is one. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { clock } from '../core/clock.js';
import { number, some } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge, tag } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { tabs } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';

/** What is done to many jobs at once. */
export const manyTabs = (here) => tabs([['/operations', 'Bulk operations'], ['/dead-letters', 'Dead letters']], here, 'Operations');

const wordsOf = (one) => {
  if (one.undo_of) return 'undo';
  if (one.action === 'priority') return `priority ${one.priority}`;
  return one.action === 'move' ? `move to ${one.queue}` : one.action;
};

class OperationsPage extends Page {
  static title = 'Operations';

  get every() {
    return this.data?.operations.some((one) => one.status === 'running') ? 1000 : 5000;
  }

  async fetch(signal) {
    return api.get('/operations', { cursor: this.params.cursor, limit: 50 }, signal);
  }

  concerns(event) {
    return event.type.startsWith('operation');
  }

  view() {
    const { operations, next_cursor: next } = this.data;
    return html`
      ${manyTabs('/operations')}
      ${table({
        caption: 'Bulk operations, newest first',
        rows: operations,
        none: empty('Nothing was done to many jobs at once', html`Select jobs on the page <a href="#/jobs">Jobs</a>, or all that match a filter.`),
        columns: [
          { label: 'What', cell: (one) => html`<strong>${wordsOf(one)}</strong>` },
          { label: 'State', cell: (one) => badge(one.status) },
          { label: 'Jobs', cell: (one) => this.#jobs(one) },
          { label: 'Progress', cell: (one) => html`<span class="stack"><progress max="100" .value=${one.progress} aria-label=${`Progress of ${wordsOf(one)}`}></progress>
            <span class="quiet nowrap">${number(one.done)} done${one.expected === null ? '' : ` of ${number(one.expected)}`}</span></span>` },
          { label: 'Left as they were', cell: (one) => (one.skipped ? html`${number(one.skipped)} <span class="quiet">${Object.entries(one.skipped_reasons).map(([why, n]) => `${number(n)} ${why.replaceAll('_', ' ')}`).join(', ')}</span>` : '–') },
          { label: 'Who', cell: (one) => html`${one.created_by} <span class="quiet">${agoOf(one.created_at)}</span>` },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? this.#buttons(one) : nothing) },
        ],
      })}
      ${pager({ next, shown: operations.length, word: 'operation' })}
    `;
  }

  #jobs(one) {
    if (one.filter === null) return one.ids === null ? '–' : some(one.ids, 'chosen job');
    const parts = Object.entries(one.filter).filter(([, value]) => value !== null && value.length !== 0);
    return html`<a href=${link('/jobs', Object.fromEntries(parts))} aria-label="Jobs that match now">${parts.map(([name, value]) => html`${tag(`${name} ${value}`)} `)}</a>`;
  }

  #buttons(one) {
    const canUndo = one.undo_until && !one.undone_by && new Date(one.undo_until) > clock.now();
    return html`<span class="actions">
      ${one.status === 'running' ? html`<button type="button" class="small danger" @click=${() => this.#stop(one)}>Stop</button>` : nothing}
      ${canUndo ? html`<button type="button" class="small" @click=${() => this.#undo(one)}>Undo</button>` : nothing}
      ${one.undone_by ? html`<span class="quiet">undone</span>` : nothing}
    </span>`;
  }

  async #stop(one) {
    const sure = await ask({
      title: `Stop this ${wordsOf(one)}?`,
      text: 'What it has done stays done; the rest is left as it is.',
      action: 'Stop',
      danger: true,
    });
    if (sure) await act(() => api.post(at`/operations/${one.id}/cancel`), { done: 'It is stopped', after: () => this.refresh() });
  }

  async #undo(one) {
    const sure = await ask({
      title: `Undo this ${wordsOf(one)}?`,
      text: `${some(one.done, 'job')} go back to what they were, unless something has happened to them since.`,
      action: 'Undo',
    });
    if (sure) await act(() => api.post(at`/operations/${one.id}/undo`), { done: 'It is being undone', after: () => this.refresh() });
  }
}
customElements.define('operations-page', OperationsPage);
