import { html } from 'lit';
import { Page } from '../core/page.js';
class P extends Page { static title = 'jobs'; view() { return html`<p>Soon.</p>`; } }
customElements.define('jobs-page', P);
