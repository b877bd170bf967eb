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
  static properties = { question: { state: true }, problem: { state: true }, busy: { state: true } };

  #answer = () => {};

  constructor() {
    super();
    this.question = null;
    this.problem = null;
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
    if (this.problem) return;
    if (this.question.submit) {
      this.busy = true;
      try {
        values.outcome = await this.question.submit(values);
      } catch (error) {
        this.problem = error.message;
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
            ${(q.fields ?? []).map(field)}
            ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
            <div class="dialog-buttons">
              <button type="button" @click=${() => this.#close(null)}>${q.no ?? 'Keep as it is'}</button>
              <button type="submit" class=${q.danger ? 'danger' : 'primary'} ?disabled=${this.busy}>${q.action}</button>
            </div>
          </form>
        `}
      </dialog>
    `;
  }
}
customElements.define('rota-dialog', Dialog);

/** A field with its label and help; forms outside of dialogs use it, too. */
export function field(f) {
  const help = f.help ? html`<small id=${`help-${f.name}`}>${f.help}</small>` : nothing;
  if (f.type === 'checkbox') {
    return html`<label class="field check"><input type="checkbox" name=${f.name} ?checked=${f.value}> <span>${f.label}</span>${help}</label>`;
  }
  return html`<label class="field"><span>${f.label}</span>${input(f)}${help}</label>`;
}

function input(f) {
  if (f.type === 'select') {
    return html`<select name=${f.name}>
      ${f.options.map(([value, label]) => html`<option value=${value} ?selected=${value === f.value}>${label}</option>`)}
    </select>`;
  }
  if (f.type === 'textarea') {
    return html`<textarea name=${f.name} rows=${f.rows ?? 6} spellcheck="false" ?required=${f.required} .defaultValue=${f.value ?? ''}></textarea>`;
  }
  return html`<input name=${f.name} type=${f.type ?? 'text'} .defaultValue=${String(f.value ?? '')} ?required=${f.required}
    min=${f.min ?? nothing} max=${f.max ?? nothing} step=${f.step ?? nothing} placeholder=${f.placeholder ?? nothing} list=${f.list ?? nothing} autocomplete="off">`;
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
