/** Batches: jobs that belong together, and how far each batch is. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { number } from '../core/format.js';
import { change, go, link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { shortId } from '../components/job.js';
import { toast } from '../components/toast.js';
import { parsed } from '../components/values.js';

const EXAMPLE = '[\n  {"kind": "rota.echo", "payload": {"part": 1}},\n  {"kind": "rota.echo", "payload": {"part": 2}}\n]';

export const titleOf = (batch) => batch.name || `batch ${shortId(batch.id)}`;

/** How it is: an open one goes on when all its jobs have ended. */
export const batchState = (batch) => html`<span>${badge(batch.status)} ${batch.open ? badge('open', 'blue') : nothing}</span>`;

export const batchProgress = (batch) => html`<span class="stack">
  <progress max="100" .value=${batch.progress} aria-label=${`Progress of ${titleOf(batch)}`}></progress>
  <span class="quiet nowrap">${batch.progress} %, ${number(batch.completed + batch.failed + batch.cancelled)} of ${number(batch.jobs)} ended</span>
</span>`;

/** The field in which jobs are typed. */
export const jobsField = (required) =>
  ({ name: 'jobs', label: 'Jobs', type: 'textarea', rows: 8, value: EXAMPLE, required, help: 'a JSON list, each job as POST /api/v1/jobs takes it' });

/** What follows on a batch is a job, or nothing. */
const follower = (text, name) => (text ? parsed(text, name) : undefined);

class BatchesPage extends Page {
  static title = 'Batches';

  get every() {
    return this.data?.batches.some((one) => one.status === 'running') ? 2000 : 5000;
  }

  async fetch(signal) {
    const { name, cursor } = this.params;
    return api.get('/batches', { name, cursor, limit: 50 }, signal);
  }

  concerns(event) {
    return event.type.startsWith('batch.');
  }

  heading() {
    return html`<h1>Batches</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#create()}>New batch</button></span>` : nothing}`;
  }

  view() {
    const { batches, next_cursor: next } = this.data;
    return html`
      <form class="filters" @submit=${(event) => event.preventDefault()}>
        <label>Name<input data-search .value=${this.params.name ?? ''} placeholder="any" @change=${(event) => change({ name: event.target.value.trim(), cursor: '' })}></label>
      </form>
      ${table({
        caption: 'Batches, newest first',
        rows: batches,
        none: this.params.name
          ? empty('No batch has this name', html`<a href="#/batches">Show all</a>`)
          : empty('No batch yet', 'A batch is a group of jobs with a progress as a whole, and a job that runs when all are done.'),
        columns: [
          { label: 'Batch', cell: (one) => html`<a href=${link(`/batches/${one.id}`)}><strong>${titleOf(one)}</strong> <span class="mono quiet">${shortId(one.id)}</span></a>` },
          { label: 'State', cell: batchState },
          { label: 'Progress', cell: batchProgress },
          { label: 'Waiting', align: 'right', cell: (one) => number(one.pending) },
          { label: 'Running', align: 'right', cell: (one) => number(one.running) },
          { label: 'Completed', align: 'right', cell: (one) => number(one.completed) },
          { label: 'Failed', align: 'right', cell: (one) => html`<span class=${one.failed ? 'bad-text' : ''}>${number(one.failed)}</span>` },
          { label: 'Made', cell: (one) => html`<span>${agoOf(one.created_at)} <span class="quiet">by ${one.created_by}</span></span>` },
        ],
      })}
      ${pager({ next, shown: batches.length, word: 'batch', many: 'batches' })}
    `;
  }

  async #create() {
    const done = await ask({
      title: 'New batch',
      wide: true,
      fields: [
        { name: 'name', label: 'Name', required: true },
        jobsField(false),
        { name: 'open', label: 'Keep it open: it goes on until somebody closes it', type: 'checkbox' },
        { name: 'on_complete', label: 'When all have ended, run', placeholder: '{"kind": "rota.echo"}', help: 'a job in JSON; empty for nothing' },
        { name: 'on_failure', label: 'As soon as one has failed, run', placeholder: '{"kind": "rota.echo"}', help: 'a job in JSON; empty for nothing' },
      ],
      action: 'Create batch',
      no: 'Cancel',
      submit: ({ name, jobs, open, on_complete, on_failure }) => api.post('/batches', {
        name,
        open,
        jobs: parsed(jobs ?? '[]', 'What stands under jobs'),
        on_complete: follower(on_complete, 'What runs in the end'),
        on_failure: follower(on_failure, 'What runs on a failure'),
      }),
    });
    if (done) {
      toast(`${titleOf(done.outcome)} is there`);
      go(`/batches/${done.outcome.id}`);
    }
  }
}
customElements.define('batches-page', BatchesPage);
