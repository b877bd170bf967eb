/** A batch: its counts, its jobs, what follows on it, and what can be done to it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { number, some } from '../core/format.js';
import { session } from '../core/session.js';
import { ask } from '../components/dialog.js';
import { jobLink, jobState, jobTime } from '../components/job.js';
import { crumb, fact, jobOf, tile } from '../components/links.js';
import { bulk } from '../components/operations.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf, timeOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { parsed } from '../components/values.js';
import { batchProgress, batchState, jobsField, titleOf } from './batches.js';

const PAGE = 50;
const MOST = 1000;

class BatchPage extends Page {
  get every() {
    return this.data?.batch.status === 'running' ? 1500 : 5000;
  }

  async fetch(signal) {
    const { id, cursor } = this.params;
    const [batch, page] = await Promise.all([
      api.get(at`/batches/${id}`, {}, signal),
      api.get(at`/batches/${id}/jobs`, { cursor, limit: PAGE }, signal),
    ]);
    return { batch, ...page };
  }

  concerns(event) {
    return event.type.startsWith('batch.');
  }

  moves() {
    return true;
  }

  heading() {
    const batch = this.data?.batch;
    if (!batch) return html`${crumb('/batches', 'Batches')}<h1>Batch</h1>`;
    return html`${crumb('/batches', 'Batches')}<h1>${titleOf(batch)}</h1> ${batchState(batch)}
      ${session.may('operator') && batch.status === 'running' ? html`<span class="actions">
        <button type="button" @click=${() => this.#add(batch)}>Add jobs…</button>
        ${batch.open ? html`<button type="button" @click=${() => this.#close(batch)}>Close…</button>` : nothing}
        ${batch.pending + batch.running > 0 ? html`<button type="button" class="danger" @click=${() => this.#cancel(batch)}>Cancel its jobs…</button>` : nothing}
      </span>` : nothing}`;
  }

  view() {
    const { batch, jobs, next_cursor: next } = this.data;
    return html`
      <section class="card" aria-label="Progress">${batchProgress(batch)}</section>
      <div class="tiles section">
        ${tile('Jobs', number(batch.jobs), batch.open ? 'more may come' : '')}
        ${tile('Waiting', number(batch.pending), '')}
        ${tile('Running', number(batch.running), '')}
        ${tile('Completed', number(batch.completed), '')}
        ${tile('Failed', html`<span class=${batch.failed ? 'bad-text' : ''}>${number(batch.failed)}</span>`, '')}
        ${tile('Cancelled', number(batch.cancelled), '')}
      </div>
      <section class="section card" aria-label="Facts"><dl class="facts">
        ${fact('Made', html`${timeOf(batch.created_at)} <span class="quiet">by ${batch.created_by}</span>`)}
        ${fact('Runs when all have ended', batch.on_complete ? jobOf(batch.on_complete) : 'nothing')}
        ${fact('Runs as soon as one has failed', batch.on_failure ? jobOf(batch.on_failure) : 'nothing')}
        ${batch.failed_at ? fact('First failure', agoOf(batch.failed_at)) : nothing}
        ${batch.ended_at ? fact('Ended', html`${timeOf(batch.ended_at)} (${agoOf(batch.ended_at)})`) : nothing}
      </dl></section>
      <section class="section" aria-labelledby="its-jobs"><h2 id="its-jobs">Its jobs</h2>
        ${table({
          caption: 'Jobs of the batch, newest first',
          rows: jobs,
          none: empty('No job is in it yet'),
          columns: [
            { label: 'Job', cell: jobLink },
            { label: 'State', cell: jobState },
            { label: 'Queue', cell: (job) => job.queue },
            { label: 'When', cell: (job) => html`<span class="nowrap">${jobTime(job)}</span>` },
            { label: 'Note', wide: true, cell: (job) => html`<span class="clip ${job.error_message ? 'bad-text' : 'quiet'}">${job.error_message ?? JSON.stringify(job.payload)}</span>` },
          ],
        })}
        ${pager({ next, shown: jobs.length, word: 'job' })}
      </section>
    `;
  }

  async #add(batch) {
    const done = await ask({
      title: `Add jobs to ${titleOf(batch)}`,
      wide: true,
      fields: [jobsField(true)],
      action: 'Add them',
      no: 'Cancel',
      submit: ({ jobs }) => api.post(at`/batches/${batch.id}/jobs`, { jobs: parsed(jobs, 'What stands under jobs') }),
    });
    if (done) await act(async () => {}, { done: `${some(done.outcome.jobs.filter((one) => !one.duplicate).length, 'job')} joined the batch`, after: () => this.refresh() });
  }

  async #close(batch) {
    const sure = await ask({
      title: `Close ${titleOf(batch)}?`,
      text: 'It ends when its last job has, and what follows on it runs. It cannot be opened again.',
      action: 'Close batch',
    });
    if (sure) await act(() => api.post(at`/batches/${batch.id}/close`), { done: 'The batch is closed', after: () => this.refresh() });
  }

  /** The newest of those that have not ended; the operation has its own preview and undo. */
  async #cancel(batch) {
    const { jobs } = await api.get(at`/batches/${batch.id}/jobs`, { limit: MOST });
    const ids = jobs.filter((job) => !['completed', 'failed', 'cancelled'].includes(job.status)).map((job) => job.id);
    await bulk('cancel', { ids }, () => this.refresh());
  }
}
customElements.define('batch-page', BatchPage);
