/** Formats: numbers, times and durations as people read them. */
import { clock } from './clock.js';

/** Counts are not made beyond this; it is shown as `10,000+`. */
export const MOST = 10_000;

const NUMBER = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

export const number = (n) => (n === null || n === undefined ? '–' : NUMBER.format(n));

export const short = (n) => (n === null || n === undefined ? '–' : SHORT.format(n));

/** A count that may have been cut off. */
export const count = (n) => (n > MOST ? `${NUMBER.format(MOST)}+` : number(n));

export const percent = (share) =>
  share === null || share === undefined ? '–' : `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`;

/** The time of day; with the day if it is another one. */
export function time(instant) {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date(clock.now()).toDateString();
  return isToday ? TIME.format(date) : `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** All there is to know of an instant, for a tooltip. */
export const full = (instant) => FULL.format(new Date(instant));

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** A duration in its two biggest units: `1 h 5 m`, `340 ms`. */
export function duration(millis) {
  if (millis === null || millis === undefined) return '–';
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 10_000) return `${(millis / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  let rest = Math.round(millis / 1000) * 1000;
  const shown = [];
  for (const [unit, size] of UNITS) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) shown.push(`${n} ${unit}`);
    if (shown.length === 2 || (shown.length === 1 && n === 0)) break;
  }
  return shown.join(' ');
}

/** How far an instant is from now: `3 m ago`, `in 2 h 5 m`, `now`. */
export function ago(instant) {
  const off = clock.now() - new Date(instant).getTime();
  const distance = Math.abs(off);
  if (distance < 1500) return 'now';
  const rough = distance < 60_000 ? Math.round(distance / 1000) * 1000 : Math.round(distance / 60_000) * 60_000;
  return off > 0 ? `${duration(rough)} ago` : `in ${duration(rough)}`;
}

/** `1 job`, `2 jobs`. */
export const some = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** What the server says of jobs by their numbers, with their names as they are shown: the end of their ids. */
export const named = (text) => text.replace(/\bjob ([^\s,]+ )?(\d{12,16})\b/g, (_, name = '', id) => `job ${name}${BigInt(id).toString(16).padStart(12, '0')}`);
