import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Runtime } from '../runtime';
import { openSheet, typeInto } from './owner';
import { fields, numberOf, Refusal, readBody, scriptOf } from './requests';
import { readWindow } from './sheet-window';

const TYPED = { schema: fields({ text: v.string() }), form: '{"text": "..."}' };

/** The spreadsheets as their owner sees and edits them. */
export function sheetRoutes(runtime: Runtime): Hono {
  const app = new Hono();
  app.post('/open', async (c) => c.json(await openSheet(runtime, scriptOf(runtime, c))));
  app.get('/:tab', (c) => {
    const { book, tab } = placeOf(runtime, c);
    return c.json(runtime.services.spreadsheets.rows(book, tab));
  });
  app.get('/:tab/window', (c) => {
    const from = numberOf(c, 'from', { min: 1, byDefault: 1 });
    const rows = numberOf(c, 'rows', { min: 1, byDefault: 100 });
    return c.json(readWindow(runtime.services.spreadsheets, placeOf(runtime, c), { from, rows }));
  });
  app.put('/:tab/cells/:a1', (c) => editCell(runtime, c));
  return app;
}

/** Edits a cell. If a rule refuses the text, the response is 422 with the sheet's message. */
async function editCell(runtime: Runtime, c: Context): Promise<Response> {
  const { tab } = placeOf(runtime, c);
  const { text } = await readBody(c, TYPED);
  try {
    await typeInto(runtime, scriptOf(runtime, c), { tab, a1: c.req.param('a1') ?? '', text });
  } catch (error) {
    throw new Refusal(422, (error as Error).message);
  }
  return c.json({ ok: true });
}

function placeOf(runtime: Runtime, c: Context): { book: string; tab: string } {
  const { spreadsheetId } = scriptOf(runtime, c);
  const tab = c.req.param('tab') ?? '';
  if (runtime.services.spreadsheets.books.get(spreadsheetId).findByName(tab))
    return { book: spreadsheetId, tab };
  throw new Refusal(404, `The spreadsheet has no tab "${tab}".`);
}
