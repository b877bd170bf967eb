/** Workers: who is there to run jobs, since when, in which version, and what each runs. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { number, some } from '../core/format.js';
import { badge, tag } from '../components/badge.js';
import { jobLink } from '../components/job.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf, sinceOf } from '../components/time.js';

const MOST = 200;
const SHOWN = 3;

class WorkersPage extends Page {
  static title = 'Workers';

  async fetch(signal) {
    const [workers, running] = await Promise.all([api.get('/workers', {}, signal), api.get('/jobs', { status: 'running', limit: MOST }, signal)]);
    return { workers: workers.workers, running: Map.groupBy(running.jobs, (job) => job.worker) };
  }

  view() {
    const { workers } = this.data;
    const alive = workers.filter((one) => one.alive);
    const versions = new Set(alive.map((one) => one.version).filter(Boolean));
    return html`
      <p class="quiet section-head">
        ${some(alive.length, 'worker')} alive, ${some(alive.reduce((sum, one) => sum + one.running, 0), 'job')} in hand.
      </p>
      ${versions.size > 1
        ? html`<p class="notice warn" role="status">They run ${versions.size} versions: ${[...versions].join(', ')}. That is fine while an upgrade is under way.</p>`
        : nothing}
      ${table({
        caption: 'Workers',
        rows: workers,
        none: empty('No worker has been here for an hour', 'Start one with rota work, or a node with rota up.'),
        columns: [
          { label: 'Worker', cell: (one) => html`<strong>${one.name}</strong>` },
          { label: 'State', cell: (one) => badge(one.alive ? 'alive' : 'gone') },
          { label: 'Busy with', wide: true, cell: (one) => this.#busy(one) },
          { label: 'Version', cell: (one) => one.version ?? '–' },
          { label: 'Host', cell: (one) => one.host ?? '–' },
          { label: 'Comes', cell: (one) => (one.remote ? 'over HTTP' : 'with an engine') },
          { label: 'Can', cell: (one) => (one.capabilities.length ? one.capabilities.map(tag) : html`<span class="quiet">–</span>`) },
          { label: 'Up for', cell: (one) => (one.alive ? sinceOf(one.started_at) : '–') },
          { label: 'Last seen', cell: (one) => agoOf(one.last_seen_at) },
        ],
      })}
    `;
  }

  #busy(worker) {
    const jobs = this.data.running.get(worker.name) ?? [];
    if (worker.running === 0 && jobs.length === 0) return html`<span class="quiet">nothing</span>`;
    const more = worker.running - Math.min(SHOWN, jobs.length);
    return html`<ul class="busy">
      ${jobs.slice(0, SHOWN).map((job) => html`<li>${jobLink(job)} <span class="quiet">for ${sinceOf(job.started_at)}</span></li>`)}
      ${more > 0 ? html`<li class="quiet">${number(more)} more</li>` : nothing}
    </ul>`;
  }
}
customElements.define('workers-page', WorkersPage);
