import { html } from 'lit';
import { Page } from '../core/page.js';
class P extends Page { static title = 'job'; view() { return html`<p>Soon.</p>`; } }
customElements.define('job-page', P);
