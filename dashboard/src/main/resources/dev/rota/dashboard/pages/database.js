/** The database, as the doctor sees it: what was looked at, how it is, and what to do about it; and the archive of old jobs. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { some, time } from '../core/format.js';
import { badge } from '../components/badge.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { toast } from '../components/toast.js';
import { archiveSection } from './archive.js';

const TONES = { ok: 'green', warning: 'amber', critical: 'red' };
const ORDER = ['critical', 'warning'];
const SENTENCES = {
  ok: 'All is well.',
  warning: 'Something will cost speed or room.',
  critical: 'Something loses jobs or stops them: see to it now.',
};

class DatabasePage extends Page {
  static title = 'Database';

  get every() {
    return 60_000;
  }

  async fetch(signal) {
    const [doctor, archive] = await Promise.all([
      api.get('/doctor', {}, signal),
      api.get('/archive', { cursor: this.params.cursor, limit: 20 }, signal),
    ]);
    return { ...doctor, archive };
  }

  heading() {
    return html`<h1>Database</h1>${this.data ? badge(this.data.severity, TONES[this.data.severity]) : nothing}
      <span class="actions"><button type="button" @click=${() => this.refresh()}>Look again</button></span>`;
  }

  view() {
    const { severity, findings } = this.data;
    const bad = findings.filter((one) => one.severity !== 'ok');
    const worstFirst = bad.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
    return html`
      <p class="notice ${{ ok: 'good', warning: 'warn', critical: 'bad' }[severity]}" role="status">
        ${SENTENCES[severity]} ${some(findings.length, 'thing was', 'things were')} looked at${bad.length ? `, ${bad.length} of them want a hand` : ''}; as of ${time(this.fetchedAt)}.
      </p>
      ${bad.length ? html`<ul class="findings" aria-label="Findings">${worstFirst.map((one) => this.#finding(one))}</ul>` : nothing}
      <section class="section" aria-labelledby="well"><h2 id="well">What is well</h2>
        ${table({
          caption: 'What is well',
          rows: findings.filter((one) => one.severity === 'ok'),
          key: (one) => one.check + one.seen,
          none: empty('Nothing of what was looked at'),
          columns: [
            { label: 'Looked at', cell: (one) => one.check.replaceAll('_', ' ') },
            { label: 'State', cell: (one) => badge(one.severity, TONES.ok) },
            { label: 'Seen', wide: true, cell: (one) => one.seen },
          ],
        })}
      </section>
      ${archiveSection(this.data.archive)}
    `;
  }

  #finding(one) {
    return html`<li class="card finding ${TONES[one.severity]}">
      <div class="section-head"><h2 class="words">${one.check.replaceAll('_', ' ')}</h2>${badge(one.severity, TONES[one.severity])}</div>
      <p>${one.seen}</p>
      ${one.advice ? html`<p class="advice">${one.advice}</p>` : nothing}
      ${one.command ? html`<div class="command"><pre class="trace" tabindex="0">${one.command}</pre>
        <button type="button" class="small" aria-label=${`Copy the command for ${one.check}`} @click=${() => this.#copy(one.command)}>Copy</button></div>` : nothing}
    </li>`;
  }

  async #copy(text) {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  }
}
customElements.define('database-page', DatabasePage);
