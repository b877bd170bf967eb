/** The overview: how it goes now, how it went, what is wrong and what comes next. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { clock } from '../core/clock.js';
import { count, duration, number, percent, short, some } from '../core/format.js';
import { live } from '../core/live.js';
import { link } from '../core/router.js';
import { badge } from '../components/badge.js';
import { icon } from '../components/icon.js';
import { jobLink } from '../components/job.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf, sinceOf } from '../components/time.js';
import '../components/plot.js';

const SPANS = [
  [1, '1 hour'],
  [6, '6 hours'],
  [24, '1 day'],
  [48, '2 days'],
];
const FEW = 8;

class OverviewPage extends Page {
  static title = 'Overview';
  static properties = { rate: { state: true } };

  #figures = (event) => this.#beat(event.detail);
  #quiet = null;

  constructor() {
    super();
    this.rate = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('figures', this.#figures);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('figures', this.#figures);
    clearTimeout(this.#quiet);
  }

  get hours() {
    return Number(this.params.hours ?? 1);
  }

  async fetch(signal) {
    const [history, queues, alerts, workers, running, coming] = await Promise.all([
      api.get('/history', { minutes: this.hours * 60 }, signal),
      api.get('/queues', {}, signal),
      api.get('/alerts', { state: 'raised' }, signal),
      api.get('/workers', {}, signal),
      api.get('/jobs', { status: 'running', limit: FEW }, signal),
      api.get('/schedules', { order: 'next', limit: FEW }, signal),
    ]);
    return {
      history,
      queues: queues.queues,
      alerts: alerts.alerts,
      workers: workers.workers,
      running: running.jobs,
      coming: coming.schedules,
    };
  }

  concerns(event) {
    return !event.type.startsWith('job.');
  }

  moves() {
    return true;
  }

  /** What was done in the last second or so; where nothing comes any more, nothing is done. */
  #beat({ from, to, queues }) {
    const seconds = Math.max(1, (new Date(to) - new Date(from)) / 1000);
    this.rate = queues.reduce((sum, one) => sum + one.completed + one.failed, 0) / seconds;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.rate = 0), 3000);
  }

  heading() {
    return html`
      <h1>Overview</h1>
      <nav class="chips span-chips" aria-label="Span of the plots">
        ${SPANS.map(([hours, label]) => html`<a class="chip" href=${link('/', { hours: hours === 1 ? '' : hours })} aria-current=${hours === this.hours ? 'true' : nothing}>${label}</a>`)}
      </nav>
    `;
  }

  view() {
    return html`
      ${this.#alerts()} ${this.#tiles()} ${this.#plots()}
      <div class="grid two section">
        <section><h2 class="section-head">Running now</h2>${this.#running()}</section>
        <section><h2 class="section-head">Next scheduled</h2>${this.#coming()}</section>
      </div>
      <section class="section"><h2 class="section-head">Workers</h2>${this.#workers()}</section>
    `;
  }

  #alerts() {
    const { alerts } = this.data;
    if (alerts.length === 0) return nothing;
    return html`
      <section class="alerts" aria-label="Alerts">
        ${alerts.map((one) => html`
          <div class="alert" role="alert">
            ${icon('alert')}
            <div>
              <strong>${one.rule.replaceAll('_', ' ')}</strong>: ${subject(one)}
              <span class="quiet">${short(one.value)}, the limit is ${short(one.threshold)}; ${agoOf(one.since)}</span>
              <p>${one.advice}</p>
            </div>
          </div>
        `)}
      </section>
    `;
  }

  #tiles() {
    const { queues, workers, history } = this.data;
    const sum = (field) => queues.reduce((all, queue) => all + queue.jobs[field], 0);
    const did = (field) => history.points.reduce((all, point) => all + point[field], 0);
    const alive = workers.filter((one) => one.alive);
    const completed = did('completed');
    const failed = did('failed');
    const paused = queues.filter((queue) => queue.is_paused).length;
    return html`
      <div class="tiles">
        ${tile('Waiting', count(sum('pending')), paused ? `${some(paused, 'queue')} paused` : 'pending now', link('/jobs', { status: 'pending' }))}
        ${tile('Running', number(sum('running')), this.rate > 0 ? `${this.rate < 10 ? this.rate.toFixed(1) : short(this.rate)} ended a second` : 'right now', link('/jobs', { status: 'running' }))}
        ${tile('Due later', count(sum('scheduled')), 'delayed or retrying', link('/jobs', { status: 'scheduled' }))}
        ${tile('Completed', short(completed), this.#spanWords(), link('/jobs', { status: 'completed' }))}
        ${tile('Failed tries', short(failed), completed + failed ? `${percent(completed / (completed + failed))} succeeded` : this.#spanWords(), link('/jobs', { status: 'failed' }))}
        ${tile('Workers', number(alive.length), `${some(alive.reduce((all, one) => all + one.running, 0), 'job')} in hand`, '#/workers')}
      </div>
    `;
  }

  #spanWords() {
    return this.hours === 1 ? 'in the last hour' : `in the last ${SPANS.find(([hours]) => hours === this.hours)?.[1] ?? ''}`;
  }

  #plots() {
    const steps = this.#steps();
    const series = (label, tone, value) => ({ label, tone, points: steps.map((step) => [step.at, value(step)]) });
    return html`
      <div class="grid two section">
        <div class="card"><rota-plot label="Jobs a minute" .series=${[
          series('completed', 'green', (s) => s.completed / s.minutes),
          series('enqueued', 'blue', (s) => s.enqueued / s.minutes),
        ]}></rota-plot></div>
        <div class="card"><rota-plot label="Failed tries a minute" .series=${[series('failed', 'red', (s) => s.failed / s.minutes)]}></rota-plot></div>
        <div class="card"><rota-plot label="Wait before a start" .format=${duration} .series=${[series('average', 'violet', (s) => s.waited_ms)]}></rota-plot></div>
        <div class="card"><rota-plot label="Depth" .series=${[series('pending', 'blue', (s) => s.pending), series('running', 'amber', (s) => s.running)]}></rota-plot></div>
      </div>
    `;
  }

  /** Every step of the span: the server leaves out those in which nothing happened. */
  #steps() {
    const { points, step_seconds: seconds, minutes } = this.data.history;
    const size = seconds * 1000;
    const known = new Map(points.map((point) => [new Date(point.at).getTime(), point]));
    const now = clock.now();
    const last = Math.floor(now / size) * size;
    const steps = [];
    for (let at = last - Math.floor((minutes * 60) / seconds) * size + size; at <= last; at += size) {
      const point = known.get(at) ?? NOTHING;
      steps.push({ ...point, at, minutes: Math.max(10_000, Math.min(size, now - at)) / 60_000 });
    }
    return steps;
  }

  #running() {
    return table({
      caption: 'Jobs that run now',
      rows: this.data.running,
      none: empty('Nothing runs at the moment'),
      columns: [
        { label: 'Job', cell: jobLink },
        { label: 'Queue', cell: (job) => job.queue },
        { label: 'For', cell: (job) => sinceOf(job.started_at) },
        { label: 'Progress', cell: (job) => (job.progress === null ? html`<span class="quiet">–</span>` : html`<progress max="100" .value=${job.progress} aria-label="Progress"></progress>`) },
        { label: 'Worker', cell: (job) => job.worker ?? '–' },
      ],
    });
  }

  #coming() {
    return table({
      caption: 'Schedules that come next',
      rows: this.data.coming,
      none: empty('No schedule is active', 'Schedules make jobs at planned times.'),
      columns: [
        { label: 'Schedule', cell: (one) => html`<a href=${link(`/schedules/${encodeURIComponent(one.name)}`)}><strong>${one.name}</strong></a>` },
        { label: 'Runs', cell: (one) => one.explained },
        { label: 'Next', cell: (one) => agoOf(one.next_run_at) },
      ],
    });
  }

  #workers() {
    return table({
      caption: 'Workers',
      rows: this.data.workers.slice(0, FEW),
      none: empty('No worker has been here for an hour', 'Start one with rota work, or a node with rota up.'),
      columns: [
        { label: 'Worker', cell: (one) => html`<strong>${one.name}</strong>` },
        { label: 'State', cell: (one) => badge(one.alive ? 'alive' : 'gone') },
        { label: 'Running', align: 'right', cell: (one) => number(one.running) },
        { label: 'Version', cell: (one) => one.version ?? '–' },
        { label: 'Last seen', cell: (one) => agoOf(one.last_seen_at) },
      ],
    });
  }
}
customElements.define('overview-page', OverviewPage);

const NOTHING = { enqueued: 0, started: 0, completed: 0, failed: 0, cancelled: 0, waited_ms: null, pending: null, running: null };

const tile = (name, value, more, href) => html`
  <a class="tile" href=${href}><span class="name">${name}</span><div class="value">${value}</div><div class="more">${more}</div></a>
`;

/** What an alert is about, with a way there. */
function subject(alert) {
  const where = {
    queue: () => link('/jobs', { queue: alert.subject }),
    job: () => link(`/jobs/${alert.subject}`),
    schedule: () => link(`/schedules/${encodeURIComponent(alert.subject)}`),
  }[alert.subject_kind];
  const words = `${alert.subject_kind} ${alert.subject}`;
  return where ? html`<a href=${where()}>${words}</a>` : words;
}
