/** JSON that people can read: folded where it is deep, coloured, and to be copied. */
import { LitElement, html, nothing } from 'lit';
import { toast } from './toast.js';

const OPEN_ITEMS = 30;
const OPEN_DEPTH = 2;
const LONG = 600;

class JsonView extends LitElement {
  static properties = { value: { attribute: false }, label: {} };

  createRenderRoot() {
    return this;
  }

  render() {
    if (this.value === undefined || this.value === null) return html`<p class="quiet">none</p>`;
    return html`
      <div class="json" role="group" aria-label=${this.label ?? 'JSON'} tabindex="0">
        <button type="button" class="copy quiet-button" @click=${this.#copy}>Copy</button>
        ${node(this.value, 0)}
      </div>
    `;
  }

  async #copy() {
    await navigator.clipboard.writeText(JSON.stringify(this.value, null, 2));
    toast('Copied');
  }
}
customElements.define('rota-json', JsonView);

function node(value, depth, name = nothing, last = true) {
  const comma = last ? '' : ',';
  const key = name === nothing ? nothing : html`<span class="key">${JSON.stringify(name)}</span>: `;
  if (value === null || typeof value !== 'object') {
    return html`<div class="line">${key}${leaf(value)}${comma}</div>`;
  }
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => [nothing, item]) : Object.entries(value);
  const [begin, end] = isList ? '[]' : '{}';
  if (entries.length === 0) return html`<div class="line">${key}${begin}${end}${comma}</div>`;
  return html`
    <details class="fold" ?open=${depth < OPEN_DEPTH || entries.length <= OPEN_ITEMS / (depth + 1)}>
      <summary>${key}${begin}<span class="folded">… ${entries.length} ${isList ? 'items' : 'fields'} ${end}</span></summary>
      <div class="inside">${entries.map(([k, v], i) => node(v, depth + 1, k, i === entries.length - 1))}</div>
      <div class="line">${end}${comma}</div>
    </details>
  `;
}

function leaf(value) {
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    return html`<span class="string">${text.length > LONG ? `${text.slice(0, LONG)}…` : text}</span>`;
  }
  return html`<span class="atom">${String(value)}</span>`;
}

export const json = (value, label) => html`<rota-json .value=${value} .label=${label}></rota-json>`;
