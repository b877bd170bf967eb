/** A job: what it is, why it is not running, what became of every try at it, and what can be done. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { duration, named, number } from '../core/format.js';
import { link } from '../core/router.js';
import { badge, tag } from '../components/badge.js';
import { LABELS, allowed, doTo, jobState, shortId } from '../components/job.js';
import { json } from '../components/json.js';
import { kin } from '../components/kin.js';
import { empty } from '../components/states.js';
import { agoOf, sinceOf, timeOf } from '../components/time.js';
import { session } from '../core/session.js';
import { act, toast } from '../components/toast.js';

const LIVELY = 1000;
const CALM = 5000;
const EXECUTIONS = 20;
const WAITING = ['pending', 'scheduled', 'paused'];

class JobPage extends Page {
  get every() {
    return this.data?.job.status === 'running' ? LIVELY : CALM;
  }

  async fetch(signal) {
    const { id } = this.params;
    const [job, tries, why, events] = await Promise.all([
      api.get(at`/jobs/${id}`, {}, signal),
      api.get(at`/jobs/${id}/executions`, { limit: EXECUTIONS }, signal),
      api.get(at`/jobs/${id}/explain`, {}, signal),
      isSchedule(id) ? { events: [] } : api.get('/events', { job: id, limit: 20 }, signal),
    ]);
    return { job, tries, why, events: events.events };
  }

  concerns(event) {
    return event.job_id === this.params.id || event.queue === this.data?.job.queue;
  }

  moves({ queues }) {
    return queues.some((one) => one.queue === this.data?.job.queue);
  }

  heading() {
    const job = this.data?.job;
    if (!job) return html`<h1>Job <span class="mono">${shortId(this.params.id)}</span></h1>`;
    return html`
      <h1>${job.kind} <span class="mono quiet">${shortId(job.id)}</span></h1>
      ${jobState(job)}
      <span class="actions">
        ${allowed(job).map((action) => html`
          <button type="button" class=${action === 'retry' ? 'primary' : action === 'delete' || action === 'cancel' ? 'danger' : ''}
            @click=${() => doTo(job, action, this)}>${LABELS[action]}</button>
        `)}
      </span>
    `;
  }

  view() {
    const { job } = this.data;
    return html`
      <div class="split">
        <div class="main-column">
          ${job.status === 'running' ? this.#progress() : nothing}
          ${WAITING.includes(job.status) ? this.#why() : nothing}
          ${job.status === 'failed' && job.error_message ? this.#failure() : nothing}
          ${kin(job)}
          ${this.#executions()}
          <section class="section"><h2>Payload</h2>${json(job.payload, 'Payload')}</section>
          ${job.result === null ? nothing : html`<section class="section"><h2>Result</h2>${json(job.result, 'Result')}</section>`}
          ${Object.keys(job.metadata ?? {}).length === 0 ? nothing : html`<section class="section"><h2>Metadata</h2>${json(job.metadata, 'Metadata')}</section>`}
        </div>
        <aside class="side-column" aria-label="Facts">${this.#facts()} ${this.#events()}</aside>
      </div>
    `;
  }

  #progress() {
    const { job, why } = this.data;
    return html`
      <section class="card running-card" aria-label="Progress">
        <div class="section-head"><h2>Running</h2><span class="quiet">for ${sinceOf(job.started_at)} on ${job.worker ?? why.worker ?? 'a worker'}</span></div>
        ${job.progress === null
          ? html`<p class="quiet">It has told nothing of its progress yet.</p>`
          : html`<progress max="100" .value=${job.progress} aria-label="Progress"></progress>
              <p>${job.progress} % <span class="quiet">${job.progress_message ?? ''}</span></p>`}
      </section>
    `;
  }

  #why() {
    const { why } = this.data;
    const { blockers } = why;
    return html`
      <section class="card why" aria-labelledby="why-title">
        <h2 id="why-title">Why is it not running?</h2>
        ${blockers.length === 0
          ? html`<p>${sentence(why.summary)}</p>`
          : html`<ol class="blockers">
              ${blockers.map((one) => html`
                <li>
                  <strong>${sentence(one.message)}</strong>
                  ${one.until ? html`<span class="quiet">until ${timeOf(one.until)} (${agoOf(one.until)})</span>` : nothing}
                  <p>To mend it: ${named(one.action)}. ${this.#mend(one)}</p>
                </li>
              `)}
            </ol>`}
        <p class="quiet">
          ${why.ahead === null ? nothing : html`${why.ahead === 0 ? 'No job is' : `${number(why.ahead)} ${why.ahead === 1 ? 'job is' : 'jobs are'}`} ahead of it. `}
          ${why.expected_start_at
            ? html`Expected start: ${timeOf(why.expected_start_at)} (${agoOf(why.expected_start_at)}).`
            : why.expected_start_unknown ? html`When it starts is not known: ${why.expected_start_unknown}.` : nothing}
        </p>
      </section>
    `;
  }

  /** What mends a blocker, a click away. */
  #mend(blocker) {
    const { job } = this.data;
    if (blocker.job_id) return html`<a href=${link(`/jobs/${blocker.job_id}`)}>Look at job ${shortId(blocker.job_id)}</a>`;
    if (blocker.code === 'queue_paused' && session.may('operator')) {
      return html`<button type="button" class="small" @click=${() => act(() => api.post(at`/queues/${job.queue}/resume`), {
        done: `The queue ${job.queue} runs again`,
        undo: () => api.post(at`/queues/${job.queue}/pause`),
        after: () => this.refresh(),
      })}>Resume queue</button>`;
    }
    if (blocker.code === 'no_worker') return html`<a href="#/workers">Look at the workers</a>`;
    if (blocker.code.includes('window')) return html`<a href="#/windows">Look at the windows</a>`;
    if (blocker.code.includes('limit') || blocker.code.includes('rate')) return html`<a href="#/queues">Look at the queue's limits</a>`;
    return nothing;
  }

  #failure() {
    const { job, tries } = this.data;
    const last = tries.executions[0];
    return html`
      <section class="card failed-card" aria-labelledby="failed-title">
        <h2 id="failed-title">Why did it fail?</h2>
        <p class="error-message">${job.error_message}</p>
        <p class="quiet">
          ${last?.error_type ? html`<code>${last.error_type}</code>, ` : nothing}after ${number(tries.total)} ${tries.total === 1 ? 'try' : 'tries'}, ${agoOf(job.completed_at)}.
        </p>
        ${trace(last)}
      </section>
    `;
  }

  #executions() {
    const { tries } = this.data;
    if (tries.executions.length === 0) return html`<section class="section"><h2>Executions</h2>${empty('It has not run yet')}</section>`;
    return html`
      <section class="section">
        <h2>Executions <span class="quiet">${number(tries.total)}</span></h2>
        <ol class="time-line">
          ${tries.executions.map((one) => html`
            <li class=${one.status}>
              <div class="time-line-head">
                <strong>#${one.execution_number}</strong> ${badge(one.status)}
                <span>${timeOf(one.started_at)}</span>
                <span class="quiet">${one.completed_at ? `took ${duration(one.duration_ms)}` : html`for ${sinceOf(one.started_at)}`}</span>
                <span class="quiet">waited ${duration(new Date(one.started_at) - new Date(one.due_at))}</span>
                <span class="quiet">on ${one.worker}</span>
              </div>
              ${one.error_message ? html`<p class="error-message">${one.error_message}</p>${trace(one)}` : nothing}
              ${Object.keys(one.counters).length ? html`<p class="quiet">${Object.entries(one.counters).map(([name, n]) => `${name.replaceAll('_', ' ')}: ${number(n)}`).join(', ')}</p>` : nothing}
            </li>
          `)}
        </ol>
        ${tries.total > tries.executions.length ? html`<p class="quiet">The newest ${tries.executions.length} are shown.</p>` : nothing}
      </section>
    `;
  }

  #facts() {
    const { job } = this.data;
    const fact = (name, value) => (value === null || value === nothing || value === '' ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`);
    return html`
      <section class="card">
        <h2 class="hidden">Facts</h2>
        <dl class="facts">
          <dt>Id</dt><dd><span class="mono small-id">${job.id}</span> <button type="button" class="quiet-button small" @click=${() => this.#copy(job.id)}>Copy</button></dd>
          ${fact('Queue', html`<a href=${link('/jobs', { queue: job.queue })}>${job.queue}</a>`)}
          ${fact('Kind', html`<a href=${link('/jobs', { kind: job.kind })}>${job.kind}</a>`)}
          ${fact('Priority', job.effective_priority === job.priority ? job.priority : `${job.priority}, now ${job.effective_priority} by its age`)}
          ${fact('Tries', `${job.attempt}, up to ${job.max_retries + 1}`)}
          ${fact('Tenant', job.tenant)}
          ${fact('Tags', job.tags.length ? job.tags.map(tag) : nothing)}
          ${fact('Schedule', job.schedule_id && html`<a href=${link('/jobs', { schedule: job.schedule_id })}>its other runs</a>`)}
          ${fact(job.status === 'pending' ? 'Due' : 'Next run', job.next_run_at && WAITING.includes(job.status) ? html`${timeOf(job.next_run_at)} (${agoOf(job.next_run_at)})` : null)}
          ${fact('Created', html`${timeOf(job.created_at)} <span class="quiet">by ${job.created_by}</span>`)}
          ${fact('Started', job.started_at && timeOf(job.started_at))}
          ${fact('Ended', (job.completed_at ?? job.cancelled_at) && timeOf(job.completed_at ?? job.cancelled_at))}
          ${fact('Timeout', job.timeout_seconds && duration(job.timeout_seconds * 1000))}
          ${fact('Needs', job.requires.length ? job.requires.map(tag) : nothing)}
          ${fact('One at a time by', job.concurrency_key && html`<code>${job.concurrency_key}</code>`)}
          ${fact('Unique by', job.unique_key && html`<code>${job.unique_key}</code>`)}
          ${fact('Trace', job.trace && html`<code>${job.trace}</code>`)}
        </dl>
      </section>
    `;
  }

  #events() {
    const { events } = this.data;
    if (events.length === 0) return nothing;
    return html`
      <section class="card section">
        <h2>What people did</h2>
        <ul class="event-list">
          ${events.map((one) => html`<li><strong>${one.type.replace('job.', '')}</strong> by ${one.actor} <span class="quiet">${agoOf(one.at)}</span></li>`)}
        </ul>
      </section>
    `;
  }

  async #copy(text) {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  }
}
customElements.define('job-page', JobPage);

/** A recurring job is a schedule, and its id says so. */
const isSchedule = (id) => id.split('-')[1] === '0003';

const sentence = (text) => named(text.charAt(0).toUpperCase() + text.slice(1));

const trace = (execution) =>
  execution?.stack_trace
    ? html`<details><summary>Stack trace</summary><pre class="trace" tabindex="0">${execution.stack_trace}</pre></details>`
    : nothing;
