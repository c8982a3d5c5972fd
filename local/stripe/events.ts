import { Hono } from 'hono';
import type { Book } from './book';
import { fieldsOf, listOf } from './fields';

/** `/v1/events`: the newest first, delivered or not. */
export function events(book: Book): Hono {
  const app = new Hono();
  app.get('/', async (c) => {
    const fields = await fieldsOf(c);
    const types = [...fields].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? value : []));
    const since = Number(fields.get('created[gte]') ?? 0);
    const all = book
      .list('event')
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)));
    const after = all.findIndex(({ id }) => id === fields.get('starting_after'));
    return listOf(
      c,
      all.slice(after + 1).map(({ body }) => JSON.parse(body) as object),
    );
  });
  return app;
}
