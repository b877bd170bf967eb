/** The login: asks for a token or JWT where the server wants one. */
import { LitElement, html, nothing } from 'lit';
import { api } from '../core/api.js';
import { session } from '../core/session.js';

class Login extends LitElement {
  static properties = { problem: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.problem = session.token ? 'The server does not take the token that was kept. Enter another.' : null;
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  async #submit(event) {
    event.preventDefault();
    const form = event.target;
    this.busy = true;
    session.keep(form.token.value.trim(), form.keep.checked);
    try {
      await api.get('/me');
      this.dispatchEvent(new Event('entered'));
    } catch (error) {
      session.forget();
      this.problem = error.status === 401 ? 'The server does not know this token.' : error.message;
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`
      <main class="alone">
        <form class="card login" @submit=${this.#submit}>
          <h1><span class="mark" aria-hidden="true"></span>Rota</h1>
          <p>This server asks who you are. Enter a token or JWT; <code>rota token create</code> makes one.</p>
          <label class="field"><span>Token</span><input name="token" type="password" required autocomplete="current-password" autofocus></label>
          <label class="field check"><input name="keep" type="checkbox"> <span>Keep it in this browser</span></label>
          ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
          <button type="submit" class="primary" ?disabled=${this.busy}>Log in</button>
        </form>
      </main>
    `;
  }
}
customElements.define('rota-login', Login);
