/**
 * Toasts: short messages about what was done, read aloud where people listen, with an undo where it exists.
 *
 * `act` is how pages do things: it runs something, says what was done or what went wrong, and offers the undo.
 */
import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

const SHOWN = 6000;
const SHOWN_WITH_UNDO = 12_000;

let box = null;
let number = 0;

export function toast(text, { error = false, undo = null } = {}) {
  box?.add({ id: ++number, text, error, undo });
}

/**
 * @param what runs it
 * @param done what to say when it is done, or a function of what came out
 * @param undo takes it back; is given what came out
 * @param after is run in the end, whatever happened; pages refresh themselves
 */
export async function act(what, { done, undo = null, after = () => {} }) {
  try {
    const outcome = await what();
    const taken = undo && (async () => act(() => undo(outcome), { done: 'Undone', after }));
    toast(typeof done === 'function' ? done(outcome) : done, { undo: taken });
    return outcome;
  } catch (error) {
    toast(error.message, { error: true });
    return undefined;
  } finally {
    after();
  }
}

class Toasts extends LitElement {
  static properties = { list: { state: true } };

  constructor() {
    super();
    this.list = [];
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    box = this;
  }

  add(one) {
    this.list = [...this.list.slice(-3), one];
    this.#dropAfter(one, one.undo || one.error ? SHOWN_WITH_UNDO : SHOWN);
  }

  /** It stays for as long as somebody is at it. */
  #dropAfter(one, time) {
    setTimeout(() => {
      if (this.querySelector(`#toast-${one.id}`)?.matches(':hover, :focus-within')) {
        this.#dropAfter(one, time);
      } else {
        this.#drop(one);
      }
    }, time);
  }

  #drop(one) {
    this.list = this.list.filter((other) => other !== one);
  }

  render() {
    return html`
      <div class="toasts" role="status" aria-live="polite">
        ${repeat(this.list, (one) => one.id, (one) => html`
          <div id="toast-${one.id}" class="toast ${one.error ? 'error' : ''}">
            <span>${one.text}</span>
            ${one.undo
              ? html`<button type="button" @click=${() => { this.#drop(one); one.undo(); }}>Undo</button>`
              : nothing}
            <button type="button" class="quiet-button" aria-label="Dismiss" @click=${() => this.#drop(one)}>×</button>
          </div>
        `)}
      </div>
    `;
  }
}
customElements.define('rota-toasts', Toasts);
