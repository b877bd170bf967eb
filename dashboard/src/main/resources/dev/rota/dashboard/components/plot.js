/**
 * A plot over time: `<rota-plot label="Jobs a minute" .series=${[{label, tone, points: [[millis, value], …]}]}>`.
 * Tones are those of badges. Chart.js is loaded when the first plot is shown. Whoever cannot see it is told its last value.
 */
import { LitElement, html } from 'lit';
import { short, time } from '../core/format.js';

let library = null;

async function chart() {
  library ??= import('chart.js').then((module) => {
    const { Chart, LineController, LineElement, PointElement, LinearScale, Filler, Tooltip, BarController, BarElement } = module;
    Chart.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip, BarController, BarElement);
    return Chart;
  });
  return library;
}

const clockTime = (millis) => new Date(millis).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

const MINUTE = 60_000;
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE);

/** Full times of the clock where people are, seven at most. */
function ticks(from, to) {
  const step = STEPS.find((one) => (to - from) / one <= 7) ?? STEPS.at(-1);
  const zone = new Date(to).getTimezoneOffset() * MINUTE;
  const list = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at <= to; at += step) list.push({ value: at });
  return list;
}

class Plot extends LitElement {
  static properties = {
    label: {},
    series: { attribute: false },
    format: { attribute: false },
    stacked: { type: Boolean },
  };

  #chart = null;
  #onTheme = () => this.#draw(true);

  constructor() {
    super();
    this.series = [];
    this.format = short;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('rota-theme', this.#onTheme);
    if (this.hasUpdated) this.#draw(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('rota-theme', this.#onTheme);
    this.#chart?.destroy();
    this.#chart = null;
  }

  updated() {
    this.#draw(false);
  }

  async #draw(anew) {
    const Chart = await chart();
    if (!this.isConnected) return;
    if (anew) {
      this.#chart?.destroy();
      this.#chart = null;
    }
    if (this.#chart) {
      this.#chart.data.datasets.forEach((set, i) => {
        set.data = this.series[i].points.map(([x, y]) => ({ x, y }));
      });
      this.#chart.options.scales.x.min = this.series[0]?.points[0]?.[0];
      this.#chart.options.scales.x.max = this.series[0]?.points.at(-1)?.[0];
      this.#chart.update('none');
    } else {
      this.#chart = new Chart(this.renderRoot.querySelector('canvas'), this.#configuration());
    }
  }

  #configuration() {
    const style = getComputedStyle(this);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    return {
      type: 'line',
      data: { datasets: this.series.map((one, i) => dataset(one, i, colour, this.stacked)) },
      options: {
        animation: false,
        maintainAspectRatio: false,
        normalized: true,
        parsing: false,
        interaction: { mode: 'index', intersect: false },
        plugins: {
          tooltip: {
            callbacks: {
              title: (items) => time(items[0].parsed.x),
              label: (item) => ` ${item.dataset.label}: ${this.format(item.parsed.y)}`,
            },
          },
        },
        scales: {
          x: {
            type: 'linear',
            grid: { display: false },
            border: { color: colour('line') },
            min: this.series[0]?.points[0]?.[0],
            max: this.series[0]?.points.at(-1)?.[0],
            afterBuildTicks: (axis) => (axis.ticks = ticks(axis.min, axis.max)),
            ticks: { color: colour('text-quiet'), maxRotation: 0, autoSkip: true, callback: clockTime, font: { size: 11 } },
          },
          y: {
            beginAtZero: true,
            stacked: this.stacked,
            grid: { color: colour('line') },
            border: { display: false },
            ticks: { color: colour('text-quiet'), maxTicksLimit: 4, callback: (v) => this.format(v), font: { size: 11 }, precision: 0 },
          },
        },
      },
    };
  }

  render() {
    const now = this.series.map((one) => `${one.label} ${this.format(last(one))}`).join(', ');
    return html`
      <figure class="plot">
        <figcaption>
          <span>${this.label}</span>
          <span class="legend">${this.series.map((one) => html`<span class="legend-item ${one.tone}">${one.label} <b>${this.format(last(one))}</b></span>`)}</span>
        </figcaption>
        <div class="canvas-box"><canvas role="img" aria-label=${`${this.label}: now ${now}`}></canvas></div>
      </figure>
    `;
  }
}
customElements.define('rota-plot', Plot);

/** The newest value that is known. */
const last = (one) => one.points.findLast(([, value]) => value !== null)?.[1] ?? 0;

/** Lines lie above the area of the first. */
function dataset(one, i, colour, stacked) {
  return {
    label: one.label,
    data: one.points.map(([x, y]) => ({ x, y })),
    borderColor: colour(one.tone),
    backgroundColor: colour(`${one.tone}-soft`),
    fill: stacked ? 'stack' : i === 0 && 'origin',
    order: -i,
    borderWidth: 1.5,
    pointRadius: 0,
    pointHitRadius: 12,
    spanGaps: true,
    tension: 0.2,
  };
}
