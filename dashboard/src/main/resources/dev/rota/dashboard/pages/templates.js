/** Templates: named defaults of jobs, with parameters and a schema. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { session } from '../core/session.js';
import { tag } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { parametersOf } from '../components/places.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { parsed } from '../components/values.js';

const EXAMPLE = {
  kind: 'rota.echo',
  payload: { to: '{{to}}', text: 'Hello {{to}}' },
  parameters: { to: 'world' },
  schema: { type: 'object', required: ['to'], properties: { to: { type: 'string', minLength: 1 } } },
};

/** Asks for a template, new or as it is; tells its name if it was stored. */
export async function editTemplate(one, after) {
  const done = await ask({
    title: one ? `Edit the template ${one.name}` : 'New template',
    wide: true,
    fields: [
      ...(one ? [] : [{ name: 'name', label: 'Name', required: true }]),
      { name: 'definition', label: 'What its jobs are like', type: 'textarea', rows: 16, required: true, value: JSON.stringify(one?.definition ?? EXAMPLE, null, 2),
        help: 'JSON: kind, queue, priority, max_retries, tags, payload with {{places}}, parameters with their defaults, schema' },
    ],
    action: one ? 'Save changes' : 'Create template',
    no: 'Cancel',
    submit: (values) => api.put(at`/templates/${one?.name ?? values.name}`, parsed(values.definition, 'The template')),
  });
  if (done) await act(async () => {}, { done: `${done.outcome.name} is saved`, after });
}

class TemplatesPage extends Page {
  static title = 'Templates';

  async fetch(signal) {
    return (await api.get('/templates', {}, signal)).templates;
  }

  concerns(event) {
    return event.type.startsWith('template.');
  }

  heading() {
    return html`<h1>Templates</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => editTemplate(null, () => this.refresh())}>New template</button></span>` : nothing}`;
  }

  view() {
    return table({
      caption: 'Templates',
      rows: this.data,
      key: (one) => one.name,
      none: empty('No template yet', 'A template says what jobs of a sort are like, so that callers name only what differs.'),
      columns: [
        { label: 'Template', cell: (one) => html`<span class="stack"><a href=${`#${at`/templates/${one.name}`}`}><strong>${one.name}</strong></a><span class="quiet">${one.definition.description ?? ''}</span></span>` },
        { label: 'Makes', cell: (one) => html`<span class="stack"><span>${one.definition.kind ?? 'any kind'}</span><span class="quiet">in ${one.definition.queue ?? 'default'}</span></span>` },
        { label: 'Parameters', cell: (one) => html`<span>${parametersOf(one.definition).map((it) => html`${tag(it.name)} `)}</span>` },
        { label: 'Schema', cell: (one) => (one.definition.schema ? 'yes' : html`<span class="quiet">none</span>`) },
        { label: 'Changed', cell: (one) => html`<span>${agoOf(one.updated_at)} <span class="quiet">by ${one.updated_by}</span></span>` },
      ],
    });
  }
}
customElements.define('templates-page', TemplatesPage);
