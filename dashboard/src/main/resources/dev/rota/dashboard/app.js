/** The shell around the pages: navigation, the state of the connection, who is there, dialogs and toasts. */
import { LitElement, html, nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { routes } from './routes.js';
import { api, whenStranger } from './core/api.js';
import { live } from './core/live.js';
import { match, place } from './core/router.js';
import { session } from './core/session.js';
import { theme } from './core/theme.js';
import { time } from './core/format.js';
import * as shortcuts from './core/shortcuts.js';
import { icon } from './components/icon.js';
import { failure, loading } from './components/states.js';
import './components/dialog.js';
import './components/time.js';
import './components/toast.js';
import './pages/login.js';

class App extends LitElement {
  static properties = {
    route: { state: true },
    params: { state: true },
    ready: { state: true },
    error: { state: true },
    stranger: { state: true },
    menu: { state: true },
  };

  constructor() {
    super();
    this.route = null;
    this.params = {};
    this.ready = false;
    this.error = null;
    this.stranger = false;
    this.menu = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    theme.apply();
    addEventListener('rota-theme', () => this.requestUpdate());
    addEventListener('hashchange', () => this.#arrive());
    live.addEventListener('state', () => this.requestUpdate());
    setInterval(() => !live.connected && this.requestUpdate(), 1000);
    whenStranger(() => this.#askWho());
    shortcuts.listen();
    this.#enter();
  }

  /** Finds out who we are, and shows the page. */
  async #enter() {
    this.error = null;
    try {
      session.me = await api.get('/me');
      this.stranger = false;
      this.ready = true;
      live.start();
      await this.#arrive();
    } catch (error) {
      if (error.status === 401) this.#askWho();
      else {
        this.error = error;
        setTimeout(() => this.#enter(), 3000);
      }
    }
  }

  #askWho() {
    live.stop();
    session.me = null;
    this.ready = false;
    this.stranger = true;
  }

  #leave() {
    session.forget();
    this.#askWho();
  }

  async #arrive() {
    const { path, params } = place();
    this.menu = false;
    for (const route of routes) {
      const found = match(route.path, path);
      if (found) {
        await route.load();
        const isOther = this.route !== null && this.route !== route;
        this.route = route;
        this.params = { ...params, ...found };
        if (isOther) this.#moveFocus();
        return;
      }
    }
    this.route = { path, tag: null };
  }

  /** Who uses a keyboard or listens is brought to the new page. */
  async #moveFocus() {
    await this.updateComplete;
    const main = this.querySelector('main');
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  render() {
    if (this.stranger) return html`<rota-login @entered=${() => this.#enter()}></rota-login><rota-toasts></rota-toasts>`;
    if (!this.ready) return html`<main class="alone">${this.error ? failure(this.error) : loading()}</main>`;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      <div class="frame ${this.menu ? 'menu-open' : ''}">
        ${this.#side()}
        <div class="content">
          ${this.#top()}
          <main id="main" tabindex="-1">${this.#page()}</main>
        </div>
      </div>
      <rota-dialog></rota-dialog>
      <rota-toasts></rota-toasts>
    `;
  }

  #skip(event) {
    event.preventDefault();
    document.getElementById('main').focus();
  }

  #side() {
    const here = this.route?.within ?? this.route?.path;
    return html`
      <aside class="side" @click=${() => (this.menu = false)}>
        <a class="brand" href="#/"><span class="mark" aria-hidden="true"></span>Rota</a>
        <nav id="navigation" aria-label="Main">
          <ul>
            ${routes.filter((one) => one.name).map((one) => html`
              <li><a href=${`#${one.path}`} aria-current=${one.path === here ? 'page' : nothing}>
                ${icon(one.icon)}<span>${one.name}</span>
              </a></li>
            `)}
          </ul>
        </nav>
        <div class="side-foot">
          <a href="/docs/">${icon('docs')}<span>Documentation</span></a>
        </div>
      </aside>
    `;
  }

  #top() {
    return html`
      <header class="top">
        <button type="button" class="icon-button menu-button" aria-label="Menu" aria-expanded=${this.menu} aria-controls="navigation"
          @click=${() => (this.menu = !this.menu)}>${icon('menu')}</button>
        ${this.#connection()}
        <span class="grow"></span>
        ${this.#who()}
        <button type="button" class="icon-button" title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts" @click=${() => shortcuts.show()}>${icon('keys')}</button>
        <button type="button" class="icon-button" title=${`Theme: ${theme.chosen}`} aria-label=${`Theme: ${theme.chosen}. Change to ${theme.next()}`}
          @click=${() => theme.choose(theme.next())}>${icon('theme')}</button>
      </header>
    `;
  }

  #connection() {
    return live.connected
      ? html`<span class="connection live" role="status"><span class="dot" aria-hidden="true"></span>Live</span>`
      : html`<span class="connection away" role="status"><span class="dot" aria-hidden="true"></span>${live.heardAt
          ? `As of ${time(live.heardAt)}, reconnecting…`
          : 'Connecting…'}</span>`;
  }

  #who() {
    if (session.me.auth === 'none') return nothing;
    return html`
      <span class="who" title=${`Role: ${session.me.role}`}>${session.me.name} <span class="tag">${session.me.role}</span></span>
      <button type="button" class="quiet-button" @click=${() => this.#leave()}>Log out</button>
    `;
  }

  #page() {
    if (this.route === null) return loading();
    if (this.route.tag === null) return failure({ status: 404, message: `The dashboard has no page ${this.route.path}` });
    const tag = unsafeStatic(this.route.tag);
    return staticHtml`<${tag} .params=${this.params}></${tag}>`;
  }
}
customElements.define('rota-app', App);
