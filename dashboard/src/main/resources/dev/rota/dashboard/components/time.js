/** Times that stay true: `<rota-ago .at=${instant}>` says how far an instant is, and says it anew as time goes by. */
import { LitElement, html } from 'lit';
import { ago, duration, full, time } from '../core/format.js';
import { clock } from '../core/clock.js';

const shown = new Set();
setInterval(() => shown.forEach((element) => element.requestUpdate()), 1000);

class Ticking extends LitElement {
  static properties = { at: { attribute: false } };

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    shown.add(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    shown.delete(this);
  }

  render() {
    if (!this.at) return html`<span class="quiet">–</span>`;
    return html`<time datetime=${this.at} title=${full(this.at)}>${this.text()}</time>`;
  }
}

class Ago extends Ticking {
  text() {
    return ago(this.at);
  }
}
customElements.define('rota-ago', Ago);

/** How long something has been going on: `<rota-since .at=${startedAt}>`. */
class Since extends Ticking {
  text() {
    return duration(Math.max(0, Math.floor((clock.now() - new Date(this.at)) / 1000) * 1000));
  }
}
customElements.define('rota-since', Since);

export const agoOf = (at) => html`<rota-ago .at=${at}></rota-ago>`;
export const sinceOf = (at) => html`<rota-since .at=${at}></rota-since>`;

/** An instant that does not change its words. */
export const timeOf = (at) =>
  at ? html`<time datetime=${at} title=${full(at)}>${time(at)}</time>` : html`<span class="quiet">–</span>`;
