import { html } from 'lit';
import { Page } from '../core/page.js';
import '../components/plot.js';
class P extends Page { static title = 'overview'; view() { return html`<p>Soon.</p>`; } }
customElements.define('overview-page', P);
