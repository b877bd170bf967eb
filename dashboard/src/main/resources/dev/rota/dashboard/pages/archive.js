/** The archive: files into which jobs that had ended were written, day by day, before they were dropped. */
import { html, nothing } from 'lit';
import { number, some, time } from '../core/format.js';
import { badge } from '../components/badge.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';

const TONES = { present: 'green', missing: 'red', damaged: 'red', unknown: 'grey' };
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function size(bytes) {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${UNITS[step]}`;
}

/** The section of the page, from what `/archive` answers. */
export const archiveSection = ({ enabled, files, totals, failure, next_cursor: next }) => html`
  <section class="section" aria-labelledby="archive">
    <h2 id="archive">Archive</h2>
    ${failure ? html`<p class="notice bad" role="alert">Archiving fails since ${time(failure.since)} on ${failure.node}: ${failure.error}. Old jobs are kept until it works again.</p>` : nothing}
    ${totals.files ? html`<p class="quiet section-head">${some(totals.files, 'file')} with ${number(totals.jobs)} jobs and ${number(totals.executions)} executions, ${size(totals.bytes)}.
      <code>rota import --archive</code> reads them back.</p>` : nothing}
    ${table({
      caption: 'Archive files, newest day first',
      rows: files,
      key: (one) => one.name,
      none: enabled
        ? empty('Nothing is archived yet', 'Jobs that have ended are written into files, a day at a time, before they are dropped.')
        : empty('Jobs are not archived', html`Old jobs are dropped when their time is over. Name a folder in <code>ROTA_ARCHIVE_DIR</code> to keep them in files.`),
      columns: [
        { label: 'Day', cell: (one) => html`<strong>${one.day}</strong>${one.part > 1 ? html` <span class="quiet">part ${one.part}</span>` : nothing}` },
        { label: 'File', cell: (one) => html`<code class="wrap">${one.name}</code>` },
        { label: 'State', cell: (one) => badge(one.state, TONES[one.state]) },
        { label: 'Jobs', align: 'right', cell: (one) => number(one.jobs) },
        { label: 'Executions', align: 'right', cell: (one) => number(one.executions) },
        { label: 'Size', align: 'right', cell: (one) => size(one.bytes) },
        { label: 'Written', cell: (one) => agoOf(one.archived_at) },
      ],
    })}
    ${pager({ next, shown: files.length, word: 'file' })}
  </section>
`;
