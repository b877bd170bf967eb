/** What stands in the fields of forms, and what the API wants. */
import { html } from 'lit';

/** Words in one field, parted by commas. */
export const list = (text) => (text ?? '').split(',').map((one) => one.trim()).filter(Boolean);

/** An instant as a field of type `datetime-local` has it: on the clock of this browser. */
export function local(at) {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant that stands in such a field; null if none does. */
export const instant = (text) => (text ? new Date(text).toISOString() : null);

/** JSON that somebody typed. */
export function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error.message}`);
  }
}

/** Putting replaces what is there: something new must not have the name of one of these. */
export function refuseTaken(name, known) {
  if (known.some((one) => one.name === name)) throw new Error(`There is one named ${name} already. Choose another name, or edit that one.`);
}

const KNOWN = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((one) => one !== 'UTC')];

/** The time zones that this browser knows, offered while one types in a field with this `list`. */
export const zones = (id) => html`<datalist id=${id}>${KNOWN.map((one) => html`<option value=${one}></option>`)}</datalist>`;
