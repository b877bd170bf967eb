/** Dead letters: failed jobs, grouped by what they failed with, to be run again a group at a time. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { number, some } from '../core/format.js';
import { change, go, link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { manyTabs } from './operations.js';

const howMany = (group) => `${number(group.jobs)}${group.more ? '+' : ''}`;

class DeadLettersPage extends Page {
  async fetch(signal) {
    const { all, cursor } = this.params;
    return api.get('/dead-letters', { all, cursor, limit: 30 }, signal);
  }

  heading() {
    return html`<h1>Operations</h1>`;
  }

  view() {
    const { groups, next_cursor: next } = this.data;
    return html`
      ${manyTabs('/dead-letters')}
      <form class="filters" @submit=${(event) => event.preventDefault()}>
        <label>Show<select .value=${this.params.all ?? ''} @change=${(event) => change({ all: event.target.value, cursor: '' })}>
          <option value="">groups with failed jobs</option><option value="true">those that were mended, too</option></select></label>
      </form>
      ${groups.length === 0
        ? empty('No job is failed', 'Jobs that failed for good come together here by their cause.')
        : html`<ul class="findings" aria-label="Groups of failed jobs">${groups.map((group) => this.#group(group))}</ul>`}
      ${pager({ next, shown: groups.length, word: 'group' })}
    `;
  }

  #group(group) {
    return html`<li class="card finding ${group.jobs ? 'red' : 'grey'}">
      <div class="section-head">
        <h2>${group.error_type ?? 'An error'}</h2>
        ${group.jobs ? badge(`${howMany(group)} failed`, 'red') : badge('mended', 'green')}
        <span class="grow"></span>
        ${group.jobs && session.may('operator') ? html`<button type="button" class="small" @click=${() => this.#redrive(group)}>Run ${group.jobs === 1 ? 'it' : 'them'} again…</button>` : nothing}
      </div>
      <p class="error-message">${group.error}</p>
      <p class="quiet">
        ${some(group.failures, 'failure')} from ${agoOf(group.first_seen)} to ${agoOf(group.last_seen)}.
        The last: ${jobOf(group.sample_job_id)}. <a href=${link('/jobs', { fingerprint: group.fingerprint })}>All its jobs</a>
      </p>
      ${group.frames.length ? html`<details><summary>Where</summary><pre class="trace" tabindex="0">${group.frames.join('\n')}</pre></details>` : nothing}
    </li>`;
  }

  async #redrive(group) {
    const sure = await ask({
      title: `Run ${howMany(group)} ${group.jobs === 1 ? 'job' : 'jobs'} again?`,
      text: `All that failed with "${group.error}". Mend the cause first, or they fail again.`,
      action: 'Run again',
    });
    if (!sure) return;
    const operation = await act(() => api.post(at`/dead-letters/${group.fingerprint}/redrive`), { done: 'They are retried in the background', after: () => this.refresh() });
    if (operation) go('/operations');
  }
}
customElements.define('dead-letters-page', DeadLettersPage);
