import { html } from 'hono/html';

/** A part of the page, with every text in it escaped. */
export type Html = ReturnType<typeof html>;

/** Part of a JSON schema that the page shows. */
export interface FieldSchema {
  type?: unknown;
  format?: unknown;
  description?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  items?: FieldSchema;
  anyOf?: readonly FieldSchema[];
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  minimum?: unknown;
  maximum?: unknown;
  minLength?: unknown;
  maxLength?: unknown;
  minItems?: unknown;
  maxItems?: unknown;
}

/** A line of a table. */
export interface Field {
  /** `items[].options[].choice` */
  name: string;
  /** Place in which a parameter is sent; absent for a field. */
  place?: string;
  schema: FieldSchema;
  isRequired: boolean;
  meaning: string;
}

/** The fields of an object and of what is inside it, in the order of the document. */
export function fieldsOf(schema: FieldSchema, path = ''): Field[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    const isRequired = required.includes(name);
    const at = path + name;
    return [
      { name: at, schema: inner, isRequired, meaning: textOf(inner.description) },
      ...fieldsOf(inner, `${at}.`),
    ];
  });
  const inItems = items ? fieldsOf(items, `${path.replace(/\.$/, '')}[].`) : [];
  const all = [...own, ...inItems, ...anyOf.flatMap((one) => fieldsOf(one, path))];
  return all.filter((field, index) => all.findIndex(({ name }) => name === field.name) === index);
}

export function toFieldTable(caption: string, fields: readonly Field[]): Html {
  return html`<table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${fields.map(toRow)}</tbody>
  </table>`;
}

function toRow({ name, place, schema, isRequired, meaning }: Field): Html {
  const notes = [place && `in the ${place}`, isRequired ? 'required' : ''].filter(Boolean).join(', ');
  const limits = limitsOf(schema);
  return html`<tr>
    <th scope="row"><code>${name}</code>${notes && html` <small>${notes}</small>`}</th>
    <td>${typeOf(schema)}${limits && html` <small>${limits}</small>`}</td>
    <td>${meaning}</td>
  </tr>`;
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
function limitsOf({ anyOf = [], ...schema }: FieldSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const own = [
    schema.const === undefined ? '' : `always ${JSON.stringify(schema.const)}`,
    schema.enum ? `one of ${schema.enum.join(', ')}` : '',
    toRange(minimum, maximum, ''),
    toRange(minLength, maxLength, ' characters'),
    toRange(minItems, maxItems, ' entries'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ];
  return [...own, ...anyOf.map(limitsOf)].filter((text) => text !== '').join('; ');
}

function toRange(least: unknown, most: unknown, unit: string): string {
  const [from, to] = [least, most].map((value) =>
    typeof value === 'number' ? value.toLocaleString('en') : '',
  );
  if (from && to) return `${from} to ${to}${unit}`;
  if (from) return `at least ${from}${unit}`;
  return to ? `at most ${to}${unit}` : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
