/** Sources: where targets come from, when each was read, and what came of it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { refuseTaken } from '../components/values.js';
import { targetTabs } from './targets.js';

class SourcesPage extends Page {
  async fetch(signal) {
    return session.may('admin') ? (await api.get('/target-sources', {}, signal)).sources : [];
  }

  concerns(event) {
    return event.type.startsWith('target');
  }

  heading() {
    return html`<h1>Targets and plans</h1>
      ${session.may('admin') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#edit(null)}>New source</button></span>` : nothing}`;
  }

  view() {
    if (!session.may('admin')) return html`${targetTabs('/sources')}${empty('Only admins see where targets come from')}`;
    return html`
      ${targetTabs('/sources')}
      ${table({
        caption: 'Sources of targets',
        rows: this.data,
        key: (one) => one.name,
        none: empty('No source yet', 'Targets can be read from a file, an address or a query, again and again.'),
        columns: [
          { label: 'Source', cell: (one) => html`<span class="stack"><strong>${one.name}</strong><span class="quiet">${one.sort}</span></span>` },
          { label: 'State', cell: (one) => (one.enabled ? (one.error ? badge('failed') : badge('active')) : badge('disabled')) },
          { label: 'Reads', cell: (one) => html`<code class="clip" title=${one.location}>${one.location}</code>` },
          { label: 'Targets', align: 'right', cell: (one) => html`<a href=${link('/targets', { source: one.name })} aria-label=${`Targets of ${one.name}`}>${number(one.targets)}</a> <span class="quiet">${one.target_kind}</span>` },
          { label: 'Every', cell: (one) => duration(one.every_seconds * 1000) },
          { label: 'Read', cell: (one) => agoOf(one.synced_at) },
          { label: 'Next', cell: (one) => (one.enabled ? agoOf(one.next_sync_at) : '–') },
          { label: 'Actions', quiet: true, cell: (one) => this.#buttons(one) },
        ],
      })}
      ${this.data.filter((one) => one.error).map((one) => html`<p class="notice bad" role="alert">${one.name}: ${one.error}</p>`)}
    `;
  }

  #buttons(one) {
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`Read ${one.name} now`} @click=${() => act(() => api.post(at`/target-sources/${one.name}/sync`), {
        done: (it) => (it.error ? `${one.name}: ${it.error}` : `${one.name} has ${number(it.targets)} targets`),
        after: () => this.refresh(),
      })}>Read now</button>
      <button type="button" class="small" aria-label=${`Edit ${one.name}`} @click=${() => this.#edit(one)}>Edit</button>
      <button type="button" class="small danger" aria-label=${`Delete ${one.name}`} @click=${() => this.#delete(one)}>Delete</button>
    </span>`;
  }

  async #edit(one) {
    const done = await ask({
      title: one ? `Edit the source ${one.name}` : 'New source of targets',
      text: 'It is read with the rights of the server.',
      fields: [
        ...(one ? [] : [{ name: 'name', label: 'Name', required: true }]),
        { name: 'target_kind', label: 'Kind of its targets', required: true, value: one?.target_kind },
        { name: 'sort', label: 'Sort', type: 'select', value: one?.sort ?? 'file', options: [['file', 'a file'], ['http', 'an address'], ['sql', 'a query']] },
        { name: 'location', label: 'Path, address or query', required: true, value: one?.location },
        { name: 'every_seconds', label: 'Every, in seconds', type: 'number', min: 1, value: one?.every_seconds ?? 600, required: true },
        { name: 'allow_empty', label: 'It may be empty', type: 'checkbox', value: one?.allow_empty },
        { name: 'enabled', label: 'Enabled', type: 'checkbox', value: one?.enabled ?? true },
      ],
      action: one ? 'Save changes' : 'Create source',
      no: 'Cancel',
      submit: async ({ name = one?.name, ...body }) => {
        if (!one) refuseTaken(name, this.data);
        return api.put(at`/target-sources/${name}`, body);
      },
    });
    if (done) await act(async () => {}, { done: `${done.outcome.name} is saved`, after: () => this.refresh() });
  }

  async #delete(one) {
    const sure = await ask({
      title: `Delete the source ${one.name}?`,
      text: 'Its targets are no longer kept up to date. This cannot be undone.',
      action: 'Delete source',
      danger: true,
    });
    if (sure) await act(() => api.delete(at`/target-sources/${one.name}`), { done: `${one.name} is deleted`, after: () => this.refresh() });
  }
}
customElements.define('sources-page', SourcesPage);
