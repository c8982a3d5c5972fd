import { html } from 'hono/html';
import type { FieldSchema } from './docs-document';

/** A part of the page, with every text in it escaped. */
export type Html = ReturnType<typeof html>;

export interface Field {
  name: string;
  schema: FieldSchema;
  required: boolean;
  description: string;
}

/** The fields of an object, or of the objects in a list. */
export function fieldsOf({ properties = {}, required = [], items, anyOf = [] }: FieldSchema): Field[] {
  const own = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema;
    const text = typeof description === 'string' ? description : '';
    return { name, schema, required: required.includes(name), description: text };
  });
  const all = [...own, ...(items ? fieldsOf(items) : []), ...anyOf.flatMap(fieldsOf)];
  return all.filter((field, index) => all.findIndex(({ name }) => name === field.name) === index);
}

/** A list of fields; those within a field are closed until they are asked for. */
export function toFieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(toEntry)}</ul>`;
}

function toEntry({ name, schema, required, description }: Field): Html {
  const inner = fieldsOf(schema);
  return html`<li>
    <code>${name}</code> <small class="soft">${[typeOf(schema), ...limitsOf(schema)].join(', ')}</small>
    ${required ? html`<small class="problem">required</small>` : ''}
    <p>${description}</p>
    ${inner.length > 0 ? html`<details><summary>Fields of ${name}</summary>${toFieldList(inner)}</details>` : ''}
  </li>`;
}

/** `string (date-time) or null`, `array of string` */
function typeOf({ type, format, items, anyOf, properties, ...others }: FieldSchema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return `array of ${items ? typeOf(items) : 'anything'}`;
  if (properties) return 'object';
  if (type === undefined) return 'const' in others ? typeof others.const : 'anything';
  return format === undefined ? String(type) : `${type} (${format})`;
}

/** Lists what a value is held to: `one of new, sold`, `1 to 100`, `at most 200 characters`. */
function limitsOf({ anyOf = [], ...schema }: FieldSchema): string[] {
  return [
    ...('const' in schema ? [`always ${JSON.stringify(schema.const)}`] : []),
    ...(Array.isArray(schema.enum) ? [`one of ${schema.enum.join(', ')}`] : []),
    ...toRange(schema.minimum, schema.maximum, ''),
    ...toRange(schema.minLength, schema.maxLength, ' characters'),
    ...toRange(schema.minItems, schema.maxItems, ' entries'),
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
    ...anyOf.flatMap(limitsOf),
  ];
}

function toRange(least: unknown, most: unknown, unit: string): string[] {
  const [from, to] = [least, most].map((limit) =>
    typeof limit === 'number' ? limit.toLocaleString('en') : '',
  );
  if (from && to) return [`${from} to ${to}${unit}`];
  if (from) return [`at least ${from}${unit}`];
  return to ? [`at most ${to}${unit}`] : [];
}
