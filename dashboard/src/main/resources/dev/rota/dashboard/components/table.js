/**
 * A table with dense rows. Columns are `{label, cell: (row) => template, align?, wide?, quiet?}` (the label of a quiet one is only heard); on a narrow screen
 * each row becomes a card in which the labels stand beside the values.
 */
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { change, link, place } from '../core/router.js';
import { empty } from './states.js';

/**
 * @param caption what the table is of, for those who hear it
 * @param key gives what a row is known by
 * @param none what to show if there are no rows
 */
export function table({ caption, columns, rows, key = (row) => row.id, none = empty('Nothing here yet'), select }) {
  if (rows.length === 0) return none;
  return html`
    <div class="table-box">
      <table>
        <caption class="hidden">${caption}</caption>
        <thead>
          <tr>
            ${select ? html`<th scope="col" class="check">${selectAll(select, rows, key)}</th>` : nothing}
            ${columns.map((column) => html`<th scope="col" class=${style(column)}>${column.quiet ? html`<span class="hidden">${column.label}</span>` : column.label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${repeat(rows, key, (row) => html`
            <tr>
              ${select ? html`<td class="check">${selectOne(select, key(row))}</td>` : nothing}
              ${columns.map((column) => html`<td class=${style(column)} data-label=${column.quiet ? '' : column.label}>${column.cell(row)}</td>`)}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}

const style = (column) => [column.align === 'right' ? 'number' : '', column.wide ? 'wide' : ''].join(' ').trim();

/** `select` is `{chosen: Set, changed: () => void}`. */
function selectAll({ chosen, changed }, rows, key) {
  const all = rows.every((row) => chosen.has(key(row)));
  return html`<input type="checkbox" aria-label="Select all on this page" .checked=${all}
    .indeterminate=${!all && rows.some((row) => chosen.has(key(row)))}
    @change=${(event) => {
      rows.forEach((row) => (event.target.checked ? chosen.add(key(row)) : chosen.delete(key(row))));
      changed();
    }}>`;
}

function selectOne({ chosen, changed }, id) {
  return html`<input type="checkbox" aria-label=${`Select ${id}`} .checked=${chosen.has(id)}
    @change=${(event) => {
      if (event.target.checked) chosen.add(id);
      else chosen.delete(id);
      changed();
    }}>`;
}

/**
 * Keyset pages: the parameter `cursor` of the address says where the page begins. `next` is the `next_cursor`
 * of the answer. A page may hold little and still have a next one: the server looks for a limited time only.
 */
export function pager({ next, shown, word = 'row', many = `${word}s` }) {
  const { path, params } = place();
  const isFirst = !params.cursor;
  if (isFirst && !next) return nothing;
  return html`
    <nav class="pager" aria-label="Pages">
      <a class="button" href=${link(path, { ...params, cursor: '' })} ?hidden=${isFirst}>First page</a>
      <span class="quiet">${shown} ${shown === 1 ? word : many} on this page${next ? ', more follow' : ''}</span>
      <button type="button" ?disabled=${!next} @click=${() => change({ cursor: next })}>Next page</button>
    </nav>
  `;
}
