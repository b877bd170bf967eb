/**
 * A dialog asks once, and says what will happen. `ask` gives the values of its fields, an empty object if it has
 * none, or null if the answer was no:
 *
 *   if (await ask({ title: 'Cancel this job?', text: 'It is stopped at once.', action: 'Cancel job', danger: true })) …
 *
 * Fields are `{name, label, type?, value?, help?, min?, max?, step?, required?, options?: [[value, label]], placeholder?, list?}`;
 * a type may be any of an input, `select`, `textarea` or `checkbox`. `check(values)` may give a message that keeps the dialog
 * open; `submit(values)` does the work while the dialog is still there, and what it throws is shown in it.
 */
import { LitElement, html, nothing } from 'lit';

let box = null;

export const ask = (question) => box.ask(question);

class Dialog extends LitElement {
  static properties = { question: { state: true }, problem: { state: true }, place: { state: true }, busy: { state: true } };

  #answer = () => {};

  constructor() {
    super();
    this.question = null;
    this.problem = null;
    this.place = null;
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    box = this;
    addEventListener('hashchange', () => this.question && this.#close(null));
  }

  async ask(question) {
    this.#answer(null);
    this.question = question;
    this.problem = null;
    this.place = null;
    this.busy = false;
    await this.updateComplete;
    this.renderRoot.querySelector('form').reset();
    this.renderRoot.querySelector('dialog').showModal();
    return new Promise((done) => {
      this.#answer = done;
    });
  }

  #close(values) {
    const answer = this.#answer;
    this.#answer = () => {};
    this.renderRoot.querySelector('dialog').close();
    this.question = null;
    answer(values);
  }

  async #submit(event) {
    event.preventDefault();
    const values = read(event.target, this.question.fields ?? []);
    this.problem = this.question.check?.(values) ?? null;
    this.place = null;
    if (this.problem) return;
    if (this.question.submit) {
      this.busy = true;
      try {
        values.outcome = await this.question.submit(values);
      } catch (error) {
        this.problem = error.message;
        this.place = (this.question.fields ?? []).find((f) => f.name === error.problem?.field)?.name ?? null;
        return;
      } finally {
        this.busy = false;
      }
    }
    this.#close(values);
  }

  render() {
    const q = this.question;
    return html`
      <dialog class=${q?.wide ? 'wide' : ''} aria-labelledby="dialog-title" @cancel=${(event) => { event.preventDefault(); this.#close(null); }}>
        ${q === null ? html`<form></form>` : html`
          <form @submit=${this.#submit}>
            <h2 id="dialog-title">${q.title}</h2>
            ${q.text ? html`<div class="dialog-text">${q.text}</div>` : nothing}
            ${(q.fields ?? []).map((f) => field({ ...f, scope: 'dialog', problem: f.name === this.place ? this.problem : null }))}
            ${this.problem && !this.place ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
            <div class="dialog-buttons">
              ${q.no === null ? nothing : html`<button type="button" @click=${() => this.#close(null)}>${q.no ?? 'Keep as it is'}</button>`}
              <button type="submit" class=${q.danger ? 'danger' : 'primary'} ?disabled=${this.busy}>${q.action}</button>
            </div>
          </form>
        `}
      </dialog>
    `;
  }
}
customElements.define('rota-dialog', Dialog);

/**
 * A field with its label, its help and what is wrong with it; forms outside of dialogs use it, too. Help is read after
 * the name, not as a part of it. `scope` keeps ids apart where two forms are there at a time.
 */
export function field(f) {
  const id = `${f.scope ?? 'field'}-${f.name}`;
  const notes = [f.problem && `${id}-problem`, f.help && `${id}-help`].filter(Boolean).join(' ');
  const control = input({ ...f, id, notes: notes || nothing });
  const below = html`
    ${f.problem ? html`<small id=${`${id}-problem`} class="field-problem" role="alert">${f.problem}</small>` : nothing}
    ${f.help ? html`<small id=${`${id}-help`}>${f.help}</small>` : nothing}
  `;
  return f.type === 'checkbox'
    ? html`<div class="field check">${control} <label for=${id}>${f.label}</label>${below}</div>`
    : html`<div class="field"><label for=${id}>${f.label}</label>${control}${below}</div>`;
}

function input(f) {
  const invalid = f.problem ? 'true' : nothing;
  if (f.type === 'checkbox') {
    return html`<input id=${f.id} type="checkbox" name=${f.name} ?checked=${f.value} aria-describedby=${f.notes} aria-invalid=${invalid}>`;
  }
  if (f.type === 'select') {
    return html`<select id=${f.id} name=${f.name} aria-describedby=${f.notes} aria-invalid=${invalid}>
      ${f.options.map(([value, label]) => html`<option value=${value} ?selected=${value === f.value}>${label}</option>`)}
    </select>`;
  }
  if (f.type === 'textarea') {
    return html`<textarea id=${f.id} name=${f.name} rows=${f.rows ?? 6} spellcheck="false" ?required=${f.required} .defaultValue=${f.value ?? ''}
      aria-describedby=${f.notes} aria-invalid=${invalid}></textarea>`;
  }
  return html`<input id=${f.id} name=${f.name} type=${f.type ?? 'text'} .defaultValue=${String(f.value ?? '')} ?required=${f.required}
    min=${f.min ?? nothing} max=${f.max ?? nothing} step=${f.step ?? nothing} placeholder=${f.placeholder ?? nothing} list=${f.list ?? nothing}
    autocomplete="off" aria-describedby=${f.notes} aria-invalid=${invalid}>`;
}

/** Numbers as numbers, what is empty as null. */
export function read(form, fields) {
  const values = {};
  for (const f of fields) {
    const control = form.elements.namedItem(f.name);
    if (f.type === 'checkbox') values[f.name] = control.checked;
    else if (control.value === '') values[f.name] = null;
    else values[f.name] = f.type === 'number' ? Number(control.value) : control.value;
  }
  return values;
}
