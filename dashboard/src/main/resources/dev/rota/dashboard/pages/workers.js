/** Workers: who is there to run jobs, since when, in which version, and how much each holds. */
import { html } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { number, some } from '../core/format.js';
import { badge, tag } from '../components/badge.js';
import { table } from '../components/table.js';
import { empty } from '../components/states.js';
import { agoOf, sinceOf } from '../components/time.js';

class WorkersPage extends Page {
  static title = 'Workers';

  async fetch(signal) {
    return api.get('/workers', {}, signal);
  }

  view() {
    const { workers } = this.data;
    const alive = workers.filter((one) => one.alive);
    const versions = new Set(alive.map((one) => one.version).filter(Boolean));
    return html`
      <p class="quiet section-head">
        ${some(alive.length, 'worker')} alive, ${number(alive.reduce((sum, one) => sum + one.running, 0))} jobs in their hands.
        ${versions.size > 1 ? `They run ${versions.size} versions: ${[...versions].join(', ')}.` : ''}
      </p>
      ${table({
        caption: 'Workers',
        rows: workers,
        none: empty('No worker has been here for an hour', 'Start one with rota work, or a node with rota up.'),
        columns: [
          { label: 'Worker', cell: (one) => html`<strong>${one.name}</strong>` },
          { label: 'State', cell: (one) => badge(one.alive ? 'alive' : 'gone') },
          { label: 'Running', align: 'right', cell: (one) => number(one.running) },
          { label: 'Version', cell: (one) => one.version ?? '–' },
          { label: 'Host', cell: (one) => one.host ?? '–' },
          { label: 'Comes', cell: (one) => (one.remote ? 'over HTTP' : 'with an engine') },
          { label: 'Can', cell: (one) => one.capabilities.map(tag) },
          { label: 'Up for', cell: (one) => (one.alive ? sinceOf(one.started_at) : '–') },
          { label: 'Last seen', cell: (one) => agoOf(one.last_seen_at) },
        ],
      })}
    `;
  }
}
customElements.define('workers-page', WorkersPage);
