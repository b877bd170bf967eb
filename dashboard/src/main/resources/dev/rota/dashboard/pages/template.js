/** A template: what it says, and a form that makes a job from it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { go } from '../core/router.js';
import { session } from '../core/session.js';
import { tag } from '../components/badge.js';
import { ask, field, read } from '../components/dialog.js';
import { json } from '../components/json.js';
import { crumb, fact } from '../components/links.js';
import { parametersOf, refused, valueOf } from '../components/places.js';
import { act, toast } from '../components/toast.js';
import { editTemplate } from './templates.js';

const shown = (value) => (value === undefined || typeof value === 'string' ? value : JSON.stringify(value));

class TemplatePage extends Page {
  static properties = { ...Page.properties, problem: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.problem = null;
    this.busy = false;
  }

  async fetch(signal) {
    return api.get(at`/templates/${this.params.name}`, {}, signal);
  }

  concerns(event) {
    return event.type.startsWith('template.');
  }

  heading() {
    return html`${crumb('/templates', 'Templates')}<h1>${this.params.name}</h1>
      ${this.data && session.may('operator') ? html`<span class="actions">
        <button type="button" @click=${() => editTemplate(this.data, () => this.refresh())}>Edit…</button>
        <button type="button" class="danger" @click=${() => this.#delete()}>Delete…</button>
      </span>` : nothing}`;
  }

  view() {
    const { definition: it } = this.data;
    return html`
      ${it.description ? html`<p>${it.description}</p>` : nothing}
      <div class="grid two section">
        <div class="stack-wide">
          ${session.may('operator') ? this.#form(it) : nothing}
          <section class="card" aria-label="Facts"><dl class="facts">
            ${fact('Kind', it.kind ?? 'any')} ${fact('Queue', it.queue ?? 'default')}
            ${it.priority === undefined ? nothing : fact('Priority', it.priority)}
            ${it.max_retries === undefined ? nothing : fact('Retries', it.max_retries)}
            ${it.tenant ? fact('Tenant', it.tenant) : nothing}
            ${it.tags?.length ? fact('Tags', it.tags.map(tag)) : nothing}
          </dl></section>
        </div>
        <div class="main-column">
          <section class="section"><h2>Payload</h2>${json(it.payload, 'Payload')}</section>
          <section class="section"><h2>Parameters where a caller gives none</h2>${json(it.parameters, 'Parameters')}</section>
          <section class="section"><h2>Schema</h2>${json(it.schema, 'Schema')}</section>
        </div>
      </div>
    `;
  }

  #fields(it) {
    const parameters = parametersOf(it);
    const wrong = this.problem && refused(parameters, this.problem.problem);
    const fields = parameters.map((one) => ({
      name: `parameter-${one.name}`,
      label: one.name,
      placeholder: shown(one.fallback),
      help: [one.type && one.type !== 'string' ? one.type : '', one.fallback === undefined ? 'has no default' : `empty means ${shown(one.fallback)}`].filter(Boolean).join('; '),
      problem: one === wrong ? this.problem.problem.rule ?? this.problem.message : null,
    }));
    return { parameters, fields, general: this.problem && !wrong ? this.problem.message : null };
  }

  #form(it) {
    const { fields, general } = this.#fields(it);
    return html`<form class="card" aria-labelledby="make" @submit=${this.#create}>
      <h2 id="make">Create a job</h2>
      ${fields.length === 0 ? html`<p class="quiet">It has no parameters: every job is alike.</p>` : fields.map(field)}
      ${it.kind ? nothing : field({ name: 'kind', label: 'Kind', required: true })}
      ${general ? html`<p class="notice bad" role="alert">${general}</p>` : nothing}
      <div class="dialog-buttons"><button type="submit" class="primary" ?disabled=${this.busy}>Create job</button></div>
    </form>`;
  }

  #create = async (event) => {
    event.preventDefault();
    const { definition: it, name } = this.data;
    const { parameters, fields } = this.#fields(it);
    const values = read(event.target, it.kind ? fields : [...fields, { name: 'kind' }]);
    const given = parameters.filter((one) => values[`parameter-${one.name}`] !== null);
    this.busy = true;
    try {
      const job = await api.post('/jobs', {
        template: name,
        ...(values.kind ? { kind: values.kind } : {}),
        parameters: Object.fromEntries(given.map((one) => [one.name, valueOf(one, values[`parameter-${one.name}`])])),
      });
      this.problem = null;
      toast('The job is there');
      go(`/jobs/${job.id}`);
    } catch (error) {
      this.problem = error;
    } finally {
      this.busy = false;
    }
  };

  async #delete() {
    const sure = await ask({
      title: `Delete the template ${this.params.name}?`,
      text: 'Jobs and schedules that were made from it stay as they are.',
      action: 'Delete template',
      danger: true,
    });
    const { name } = this.params;
    if (sure) await this.leave('/templates', () => act(() => api.delete(at`/templates/${name}`), { done: `${name} is deleted` }));
  }
}
customElements.define('template-page', TemplatePage);
