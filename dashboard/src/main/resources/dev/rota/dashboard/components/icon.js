/** Icons: small line drawings beside words; whoever cannot see them misses nothing. */
import { html, svg } from 'lit';

const DRAWINGS = {
  overview: svg`<path d="M3 13h4l2-7 4 13 2-6h6"/>`,
  jobs: svg`<path d="M4 6h16M4 12h16M4 18h10"/>`,
  batches: svg`<path d="M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5"/>`,
  templates: svg`<rect x="4" y="4" width="16" height="16" rx="2" stroke-dasharray="3 2.5"/><path d="M8 9h8M8 13h5"/>`,
  webhooks: svg`<path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 6H4s2-1 2-6M10 20h4"/>`,
  queues: svg`<path d="M4 5h16v4H4zM4 11h16v4H4zM7 17h13v3H7z"/>`,
  schedules: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3 2"/>`,
  windows: svg`<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M9 3v4M15 3v4"/>`,
  targets: svg`<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="4"/><circle cx="12" cy="12" r=".5"/>`,
  workers: svg`<rect x="6" y="6" width="12" height="12" rx="2"/><path d="M10 2v4M14 2v4M10 18v4M14 18v4M2 10h4M2 14h4M18 10h4M18 14h4"/>`,
  pages: svg`<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"/>`,
  audit: svg`<path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4"/>`,
  database: svg`<ellipse cx="12" cy="6" rx="7.5" ry="3"/><path d="M4.5 6v12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3"/>`,
  theme: svg`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>`,
  keys: svg`<rect x="2.5" y="6" width="19" height="12" rx="2"/><path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  search: svg`<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>`,
  alert: svg`<path d="M12 4l9 16H3zM12 10v4M12 17h.01"/>`,
  operations: svg`<path d="M4 7h10M4 12h7M4 17h5M15 14l2.5 2.5L22 12"/>`,
  settings: svg`<circle cx="12" cy="12" r="3"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2L19 19M19 5l-2.8 2.8M7.8 16.2L5 19"/>`,
  docs: svg`<path d="M4 5c3-1.5 6-1 8 1 2-2 5-2.5 8-1v14c-3-1.5-6-1-8 1-2-2-5-2.5-8-1zM12 6v14"/>`,
};

export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${DRAWINGS[name]}</svg>`;
