/** One schedule: its next times, what became of the last, what is due, and all that can be done to it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { duration, number, time } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { tag } from '../components/badge.js';
import { fateOf, legend, strip } from '../components/fates.js';
import { json } from '../components/json.js';
import { crumb, fact, jobOf, keyOf, tile } from '../components/links.js';
import { fires } from '../components/preview.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf, timeOf } from '../components/time.js';
import { backfill, pause, remove, resume, retry, runNow } from './schedule-actions.js';
import { stateOf, whenOf } from './schedules.js';

const RECENT = 60;
const LISTED = 15;

const OVERLAP = { queue: 'the next run lines up behind', skip: 'the next run is skipped', cancel: 'the run before is cancelled' };
const ON_FAILURE = { continue: 'it goes on', halt: 'it halts until the job was retried' };
const GAP = { run_after: 'runs right after the gap', skip: 'is skipped' };
const TWICE = { first: 'runs at the first of two', second: 'runs at the second of two', twice: 'runs both times' };

const seconds = (value) => (value === null ? 'as the server is set' : duration(value * 1000));

class SchedulePage extends Page {
  async fetch(signal) {
    const path = at`/schedules/${this.params.name}`;
    const [schedule, preview, { occurrences }, dryRun] = await Promise.all([
      api.get(path, {}, signal),
      api.get(`${path}/preview`, { count: 10 }, signal),
      api.get(`${path}/occurrences`, { limit: RECENT }, signal),
      api.get(`${path}/dry-run`, {}, signal),
    ]);
    return { schedule, preview, occurrences, dryRun };
  }

  concerns(event) {
    return event.details?.schedule === this.data?.schedule.name;
  }

  heading() {
    const schedule = this.data?.schedule;
    return html`
      ${crumb('/schedules', 'Schedules')}<h1>${schedule?.name ?? this.params.name}</h1>
      ${schedule ? stateOf(schedule) : nothing}
      ${schedule && session.may('operator') ? this.#buttons(schedule) : nothing}
    `;
  }

  #buttons(schedule) {
    const after = () => this.refresh();
    return html`<span class="actions">
      <button type="button" class="primary" @click=${() => runNow(schedule, after)}>Run now</button>
      ${schedule.is_paused || schedule.is_halted
        ? html`<button type="button" @click=${() => resume(schedule, after)}>Resume</button>`
        : html`<button type="button" @click=${() => pause(schedule, after)}>Pause</button>`}
      ${schedule.is_planned ? nothing : html`<a class="button" href=${`#${at`/schedules/${keyOf(schedule)}/edit`}`}>Edit</a>`}
      <button type="button" @click=${() => backfill(schedule, after)}>Backfill…</button>
      ${schedule.is_planned ? nothing : html`<button type="button" class="danger" @click=${() => remove(schedule, this)}>Delete…</button>`}
    </span>`;
  }

  view() {
    const { schedule, preview, occurrences } = this.data;
    return html`
      ${schedule.is_halted ? this.#halted(schedule) : nothing}
      ${schedule.is_planned ? html`<p class="notice">A plan keeps this schedule: change <a href="#/plans">the plan</a>, not the schedule.</p>` : nothing}
      <div class="tiles">
        ${tile('Next run', schedule.is_paused || schedule.is_halted ? 'held' : agoOf(schedule.next_run_at), schedule.next_run_at ? time(schedule.next_run_at) : 'none planned')}
        ${tile('Last run', agoOf(schedule.last_run_at), schedule.last_job_id ? html`job ${jobOf(schedule.last_job_id)}` : schedule.last_run_at ? '' : 'has not run yet')}
        ${tile('Runs', number(schedule.runs), html`<a href=${link('/jobs', { schedule: schedule.id })}>its jobs</a>`)}
        ${tile('Completed', number(schedule.completed), schedule.last_success_at ? html`last ${agoOf(schedule.last_success_at)}` : 'never')}
        ${tile('Failed', number(schedule.failed), schedule.last_failure_at ? html`last ${agoOf(schedule.last_failure_at)}` : 'never')}
      </div>
      <section class="section card" aria-labelledby="fates">
        <h2 id="fates">What became of the last times</h2>
        ${strip(occurrences, 'Fates, oldest first')}
        ${legend(occurrences)}
        ${this.#list(occurrences)}
      </section>
      <div class="grid two section">
        <section aria-labelledby="next"><h2 id="next" class="section-head">The next ten times</h2>${fires(preview.fires, 'The next ten times')}</section>
        <section aria-labelledby="due"><h2 id="due" class="section-head">What is due now</h2>${this.#due()}</section>
      </div>
      <div class="grid two section">${this.#rule(schedule)}${this.#job(schedule)}</div>
    `;
  }

  #halted(schedule) {
    return html`<div class="notice bad" role="alert">
      Halted: job ${jobOf(schedule.last_job_id)} failed for good, and nothing runs until it
      was retried and completes, or the schedule is resumed.
      ${session.may('operator') ? html`<button type="button" class="small" @click=${() => retry(schedule, () => this.refresh())}>Retry the job</button>` : nothing}
    </div>`;
  }

  #list(occurrences) {
    if (occurrences.length === 0) return nothing;
    return html`<details class="section"><summary>The last ${Math.min(LISTED, occurrences.length)} as a list</summary>
      ${table({
        caption: 'Occurrences',
        rows: occurrences.slice(0, LISTED),
        key: (one) => one.planned_at,
        columns: [
          { label: 'Planned', cell: (one) => timeOf(one.planned_at) },
          { label: 'Fate', cell: fateOf },
          { label: 'Job', cell: (one) => jobOf(one.job_id) },
          { label: 'Late by', align: 'right', cell: (one) => (one.late_seconds ? duration(one.late_seconds * 1000) : '–') },
          { label: 'Reason', cell: (one) => one.reason ?? '' },
        ],
      })}
    </details>`;
  }

  /** The dry run: what a tick would decide, or resuming would. */
  #due() {
    const { schedule, dryRun } = this.data;
    const { decisions, arrears } = dryRun;
    if (decisions.length + arrears.length === 0) {
      return empty('Nothing is to be caught up', 'When times were missed, this tells what would become of each, before it happens.');
    }
    return html`
      <p class="quiet section-head">A dry run: ${schedule.is_paused || schedule.is_halted ? 'what resuming would do.' : 'what the next look at this schedule will decide.'}</p>
      ${table({
        caption: 'Dry run',
        rows: decisions,
        key: (one) => one.planned_at,
        columns: [
          { label: 'Planned', cell: (one) => timeOf(one.planned_at) },
          { label: 'Would be', cell: (one) => one.fate.replaceAll('_', ' ') },
          { label: 'Starts', cell: (one) => timeOf(one.run_at) },
          { label: 'Reason', cell: (one) => one.reason ?? '' },
        ],
      })}
      ${arrears.map((one) => html`<p class="notice">All times from ${time(one.from)} to ${time(one.to)} would be ${one.fate.replaceAll('_', ' ')}${one.reason ? `: ${one.reason}` : ''}.</p>`)}
    `;
  }

  #rule(one) {
    return html`<section class="card" aria-labelledby="rule">
      <h2 id="rule" class="section-head">When, and what if</h2>
      <dl class="facts">
        ${fact('When', whenOf(one))}
        ${fact('Trigger', html`<code>${one.trigger}</code>`)}
        ${fact('Time zone', one.time_zone)}
        ${one.from_completion ? fact('Counted from', 'the end of the last run') : nothing}
        ${fact('If the run before still goes', OVERLAP[one.overlap])}
        ${fact('If a job fails for good', ON_FAILURE[one.on_failure])}
        ${fact('Catches up', one.catchup_max === null ? 'as the server is set' : one.catchup_max === 0 ? 'nothing' : `${one.catchup_max} times at once`)}
        ${fact('Drops times older than', seconds(one.catchup_age_seconds))}
        ${fact('Spreads late times over', seconds(one.catchup_spread_seconds))}
        ${fact('Jitter', seconds(one.jitter_seconds))}
        ${fact('A time that clocks jump over', GAP[one.dst_gap])}
        ${fact('A time that clocks show twice', TWICE[one.dst_overlap])}
        ${fact('Made', html`by ${one.created_by}, ${timeOf(one.created_at)}`)}
      </dl>
    </section>`;
  }

  #job({ job }) {
    return html`<section class="card" aria-labelledby="job">
      <h2 id="job" class="section-head">The jobs it makes</h2>
      <dl class="facts">
        ${fact('Kind', job.kind)}
        ${fact('Queue', html`<a href=${link('/queues')}>${job.queue}</a>`)}
        ${fact('Priority', job.priority)}
        ${fact('Retries', job.max_retries ?? 'as the queue says')}
        ${job.timeout_seconds === null ? nothing : fact('Timeout', duration(job.timeout_seconds * 1000))}
        ${job.tags.length ? fact('Tags', job.tags.map(tag)) : nothing}
        ${job.requires.length ? fact('Requires', job.requires.map(tag)) : nothing}
        ${job.concurrency_key ? fact('Concurrency key', `${job.concurrency_key}, ${job.concurrency_limit} at a time`) : nothing}
      </dl>
      <h3 class="section">Payload</h3>
      ${json(job.payload, 'Payload')}
    </section>`;
  }
}
customElements.define('schedule-page', SchedulePage);
