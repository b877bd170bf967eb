/** Windows: when matching work does not start, which are active now, and what they hold. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { clock } from '../core/clock.js';
import { count, duration, number, some } from '../core/format.js';
import { session } from '../core/session.js';
import { badge, tag } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf, timeOf } from '../components/time.js';
import { act } from '../components/toast.js';

const DAY = 86_400_000;

/** Maintenance closes while it is there, execution while it is not. */
export const isClosed = (one) => one.enabled && (one.sort === 'maintenance') === (one.active_until !== null);

/** When the window next opens or closes. */
const turnsAt = (one) => one.active_until ?? one.next_at;

export const scopeOf = (one) => {
  const parts = ['queue', 'kind', 'tag', 'target'].filter((name) => one[name]).map((name) => html`${tag(`${name} ${one[name]}`)} `);
  return parts.length ? parts : html`<span class="quiet">everything</span>`;
};

const when = (one) => (one.trigger
  ? html`<span class="stack"><span>${one.explained}</span><span class="quiet">for ${duration(one.duration_seconds * 1000)}</span></span>`
  : html`<span class="stack"><span>once</span><span class="quiet">${timeOf(one.starts_at)} to ${timeOf(one.ends_at)}</span></span>`);

class WindowsPage extends Page {
  static title = 'Windows';

  /** With how much each that is closed holds now. */
  async fetch(signal) {
    const { windows } = await api.get('/windows', {}, signal);
    const from = new Date(clock.now()).toISOString();
    const effects = await Promise.all(windows.map((one) => {
      const to = new Date(Math.max(clock.now() + 1000, Math.min(new Date(turnsAt(one) ?? 0), clock.now() + DAY))).toISOString();
      return isClosed(one) ? api.get(at`/windows/${one.name}/what-if`, { from, to }, signal).catch(() => null) : null;
    }));
    return windows.map((one, i) => ({ ...one, held: effects[i] }));
  }

  concerns(event) {
    return event.type.startsWith('window.');
  }

  heading() {
    return html`<h1>Windows</h1>
      ${session.may('operator') ? html`<span class="actions"><a class="button primary" href="#/new-window">New window</a></span>` : nothing}`;
  }

  view() {
    const closed = this.data.filter(isClosed);
    return html`
      <p class="quiet section-head">${closed.length === 0
        ? 'No window keeps work from starting now.'
        : `${some(closed.length, 'window keeps', 'windows keep')} matching work from starting now: ${closed.map((one) => one.name).join(', ')}.`}</p>
      ${table({
        caption: 'Windows',
        rows: this.data,
        key: (one) => one.name,
        none: empty('No window yet', 'A maintenance window keeps matching work from starting; an execution window lets it start only while it is open.'),
        columns: [
          { label: 'Window', cell: (one) => html`<span class="stack"><strong>${one.name}</strong><span class="quiet">${one.sort}</span></span>` },
          { label: 'Now', cell: (one) => this.#now(one) },
          { label: 'When', cell: when },
          { label: 'Concerns', cell: scopeOf },
          { label: 'Planned times', cell: (one) => (one.policy === 'skip' ? 'are skipped' : 'are held') },
          { label: 'Holds now', cell: (one) => this.#held(one) },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? this.#buttons(one) : nothing) },
        ],
      })}
    `;
  }

  #now(one) {
    if (!one.enabled) return badge('disabled', 'grey');
    const turn = turnsAt(one);
    return html`<span class="stack"><span>${badge(isClosed(one) ? 'closed' : 'open')}</span>
      <span class="quiet nowrap">${turn ? html`${isClosed(one) ? 'opens' : 'closes'} ${agoOf(turn)}` : 'for good'}</span></span>`;
  }

  #held(one) {
    if (one.held === null) return html`<span class="quiet">–</span>`;
    const { jobs, times, more_times: more } = one.held;
    if (jobs + times === 0) return 'nothing';
    return html`<button type="button" class="small" @click=${() => this.#show(one)}>${jobs === 1 ? '1 job' : `${count(jobs)} jobs`}, ${number(times)}${more ? '+' : ''} times</button>`;
  }

  #show(one) {
    const { jobs, first_jobs: first, times, first_times: planned } = one.held;
    return ask({
      title: `What ${one.name} holds`,
      wide: true,
      text: html`
        <p>${some(jobs, 'job')}${first.length < jobs ? `, of which ${first.length} are shown` : ''}.</p>
        ${first.length ? table({
          caption: 'Held jobs',
          rows: first.slice(0, 20),
          key: (job) => job.job_id,
          columns: [
            { label: 'Job', cell: (job) => jobOf(job.job_id) },
            { label: 'Kind', cell: (job) => job.kind },
            { label: 'Queue', cell: (job) => job.queue },
            { label: 'Due', cell: (job) => agoOf(job.due_at) },
            { label: 'Held until', cell: (job) => timeOf(job.until) },
          ],
        }) : nothing}
        <p class="section">${some(times, 'planned time')} of schedules in this closure.</p>
        ${planned.length ? table({
          caption: 'Planned times',
          rows: planned.slice(0, 20),
          key: (time) => time.schedule + time.planned_at,
          columns: [
            { label: 'Schedule', cell: (time) => time.schedule },
            { label: 'Planned', cell: (time) => timeOf(time.planned_at) },
            { label: 'Becomes', cell: (time) => (time.until ? html`held until ${timeOf(time.until)}` : 'skipped') },
          ],
        }) : nothing}`,
      action: 'Close',
      no: 'Back',
    });
  }

  #buttons(one) {
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`${one.enabled ? 'Disable' : 'Enable'} ${one.name}`} @click=${() => this.#turn(one)}>${one.enabled ? 'Disable' : 'Enable'}</button>
      <a class="button small" href=${`#${at`/windows/${one.name}/edit`}`} aria-label=${`Edit ${one.name}`}>Edit</a>
      <button type="button" class="small danger" aria-label=${`Delete ${one.name}`} @click=${() => this.#delete(one)}>Delete</button>
    </span>`;
  }

  #turn(one) {
    const path = at`/windows/${one.name}`;
    const [does, undoes] = one.enabled ? ['disable', 'enable'] : ['enable', 'disable'];
    return act(() => api.post(`${path}/${does}`), {
      done: one.enabled ? `${one.name} is disabled; what it held is let go` : `${one.name} is enabled`,
      undo: () => api.post(`${path}/${undoes}`),
      after: () => this.refresh(),
    });
  }

  async #delete(one) {
    const sure = await ask({
      title: `Delete the window ${one.name}?`,
      text: `What it holds is let go within ${duration(one.spread_seconds * 1000)}. This cannot be undone.`,
      action: 'Delete window',
      danger: true,
    });
    if (sure) await act(() => api.delete(at`/windows/${one.name}`), { done: `${one.name} is deleted`, after: () => this.refresh() });
  }
}
customElements.define('windows-page', WindowsPage);
