/**
 * The places of a template: where its payload has `{{name}}`. A place that is a whole text takes any value; its sort is
 * what the schema says of it.
 */
const PLACE = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/g;

/** The parameters of a template: `{name, fallback, type, path}`; `path` is the place that one fills by itself. */
export function parametersOf({ payload, parameters = {}, schema }) {
  const found = new Map();
  const walk = (node, path, rule) => {
    if (typeof node === 'string') {
      for (const [whole, name] of node.matchAll(PLACE)) {
        const isWhole = node.trim() === whole;
        if (!found.has(name) || isWhole) found.set(name, { name, fallback: parameters[name], type: isWhole ? rule?.type : 'string', path: isWhole ? path : null });
      }
    } else if (Array.isArray(node)) {
      node.forEach((item, i) => walk(item, `${path}[${i}]`, rule?.items));
    } else if (node !== null && typeof node === 'object') {
      for (const [name, item] of Object.entries(node)) walk(item, `${path}.${name}`, rule?.properties?.[name]);
    }
  };
  walk(payload, 'payload', schema);
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What somebody typed for a parameter, in the sort that its place has. */
export function valueOf(parameter, text) {
  if (parameter.type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The parameter that a refusal is about, if it names one or the place of one. */
export const refused = (parameters, problem) =>
  parameters.find((one) => problem?.field === `parameters.${one.name}` || (one.path !== null && problem?.field?.startsWith(one.path)));
