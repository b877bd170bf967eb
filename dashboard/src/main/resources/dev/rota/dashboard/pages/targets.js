/** Targets: what work is about, by kind, whether it is active and approved, and when work on it last succeeded. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { change, link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { tabs } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { parsed } from '../components/values.js';

/** The three lists that belong together; where targets come from is for admins. */
export const targetTabs = (here) => tabs([
  ['/targets', 'Targets'],
  ['/plans', 'Plans'],
  ...(session.may('admin') ? [['/sources', 'Sources']] : []),
], here, 'Targets and plans');

export const flags = (one) => html`${badge(one.active ? 'active' : 'inactive')} ${one.approved ? badge('approved', 'green') : badge('not approved', 'amber')}`;

class TargetsPage extends Page {
  async fetch(signal) {
    const { kind, active, approved, source, cursor } = this.params;
    return api.get('/targets', { kind, active, approved, source, cursor, limit: 50 }, signal);
  }

  concerns(event) {
    return event.type.startsWith('target');
  }

  heading() {
    return html`<h1>Targets and plans</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#create()}>New target</button></span>` : nothing}`;
  }

  view() {
    const { targets, next_cursor: next } = this.data;
    return html`
      ${targetTabs('/targets')}
      ${this.#filters()}
      ${table({
        caption: 'Targets',
        rows: targets,
        none: empty('No target here', 'A target is what jobs are about, such as a site. Plans keep a schedule for each.'),
        columns: [
          { label: 'Target', cell: (one) => html`<span class="stack"><a href=${link(`/targets/${one.id}`)}><strong>${one.name}</strong></a>
            <span class="quiet">${one.external_id === one.name ? '' : one.external_id}</span></span>` },
          { label: 'Kind', cell: (one) => one.kind },
          { label: 'State', cell: flags },
          { label: 'Address', cell: (one) => (one.url ? html`<span class="clip" title=${one.url}>${one.url}</span>` : html`<span class="quiet">–</span>`) },
          { label: 'Comes from', cell: (one) => one.source ?? html`<span class="quiet">by hand</span>` },
          { label: 'Last success', cell: (one) => agoOf(one.last_success_at) },
          { label: 'Jobs', cell: (one) => html`<a href=${link('/jobs', { target: one.external_id })} aria-label=${`Jobs of ${one.name}`}>jobs</a>` },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? this.#buttons(one) : nothing) },
        ],
      })}
      ${pager({ next, shown: targets.length, word: 'target' })}
    `;
  }

  #filters() {
    const set = (name) => (event) => change({ [name]: event.target.value.trim(), cursor: '' });
    const choice = (name, label, yes, no) => html`<label>${label}<select .value=${this.params[name] ?? ''} @change=${set(name)}>
      <option value="">any</option><option value="true">${yes}</option><option value="false">${no}</option></select></label>`;
    return html`<form class="filters" @submit=${(event) => event.preventDefault()}>
      <label>Kind<input data-search .value=${this.params.kind ?? ''} placeholder="any" @change=${set('kind')}></label>
      <label>Source<input .value=${this.params.source ?? ''} placeholder="any" @change=${set('source')}></label>
      ${choice('active', 'Active', 'active', 'inactive')}
      ${choice('approved', 'Approved', 'approved', 'not approved')}
    </form>`;
  }

  #buttons(one) {
    const turn = (does, undoes, done) => () => act(() => api.post(`/targets/${one.id}/${does}`), {
      done,
      undo: () => api.post(`/targets/${one.id}/${undoes}`),
      after: () => this.refresh(),
    });
    return html`<span class="actions">
      ${one.approved ? nothing : html`<button type="button" class="small" aria-label=${`Approve ${one.name}`} @click=${turn('approve', 'disapprove', `${one.name} is approved`)}>Approve</button>`}
      ${one.active
        ? html`<button type="button" class="small" aria-label=${`Deactivate ${one.name}`} @click=${turn('deactivate', 'activate', `${one.name} is inactive: plans make no jobs for it`)}>Deactivate</button>`
        : html`<button type="button" class="small" aria-label=${`Activate ${one.name}`} @click=${turn('activate', 'deactivate', `${one.name} is active`)}>Activate</button>`}
    </span>`;
  }

  async #create() {
    const made = await ask({
      title: 'New target',
      fields: [
        { name: 'kind', label: 'Kind', required: true, value: this.params.kind, help: 'plans choose targets by it' },
        { name: 'name', label: 'Name', required: true },
        { name: 'external_id', label: 'External id', help: 'what it is called elsewhere; empty for its name' },
        { name: 'url', label: 'Address', type: 'url', placeholder: 'https://example.com' },
        { name: 'approved', label: 'Approved', type: 'checkbox' },
        { name: 'metadata', label: 'Metadata', type: 'textarea', value: '{}', rows: 3, help: 'a JSON object' },
      ],
      action: 'Create target',
      no: 'Cancel',
      submit: (values) => {
        const { kind, name, external_id, url, approved, metadata } = values;
        return api.post('/targets', { kind, name, external_id, url, approved, metadata: parsed(metadata ?? '{}', 'Metadata') });
      },
    });
    if (made) await act(async () => {}, { done: `${made.name} is there`, after: () => this.refresh() });
  }
}
customElements.define('targets-page', TargetsPage);
