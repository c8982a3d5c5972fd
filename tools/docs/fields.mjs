import { html } from 'hono/html';

/** The fields of an object, or of the objects in a list. */
export function fieldsOf({ properties = {}, required = [], items, anyOf = [] }) {
  const own = Object.entries(properties).map(([name, schema]) => {
    return { name, schema, required: required.includes(name), description: schema.description };
  });
  const all = [...own, ...(items ? [items, ...anyOf] : anyOf).flatMap(fieldsOf)];
  return all.filter((field, index) => all.findIndex(({ name }) => name === field.name) === index);
}

/** A list of fields; those within a field are closed until they are asked for. */
export function toFieldList(fields) {
  return html`<ul class="fields">${fields.map(toEntry)}</ul>`;
}

/** The fields of some schemas behind a title, if they have any. */
export function toDetails(title, ...schemas) {
  const fields = schemas.flatMap(fieldsOf);
  return fields.length > 0 ? html`<details><summary>${title}</summary>${toFieldList(fields)}</details>` : '';
}

/** Names between backticks as code. */
export const toProse = (text = '') =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));

function toEntry({ name, schema, required, description }) {
  return html`<li>
    <code>${name}</code> <small class="soft">${[typeOf(schema), ...limitsOf(schema)].join(', ')}</small>
    ${required ? html`<small class="problem">required</small>` : ''}
    <p>${toProse(description)}</p>
    ${toDetails(`Fields of ${name}`, schema)}
  </li>`;
}

/** `string (date-time) or null`, `array of string` */
function typeOf({ type, format, items, anyOf, ...others }) {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return `array of ${items ? typeOf(items) : 'anything'}`;
  if (type === undefined) return 'const' in others ? typeof others.const : 'anything';
  return format === undefined ? type : `${type} (${format})`;
}

/** Lists what a value is held to: `one of new, sold`, `1 to 100`, `at most 200 characters`. */
function limitsOf({ anyOf = [], ...schema }) {
  return [
    ...('const' in schema ? [`always ${JSON.stringify(schema.const)}`] : []),
    ...(schema.enum ? [`one of ${schema.enum.join(', ')}`] : []),
    ...toRange(schema.minimum, schema.maximum, ''),
    ...toRange(schema.minLength, schema.maxLength, ' characters'),
    ...toRange(schema.minItems, schema.maxItems, ' entries'),
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
    ...anyOf.flatMap(limitsOf),
  ];
}

function toRange(least, most, unit) {
  const [from, to] = [least, most].map((limit) => limit?.toLocaleString('en'));
  if (from) return [to ? `${from} to ${to}${unit}` : `at least ${from}${unit}`];
  return to ? [`at most ${to}${unit}`] : [];
}
