import * as v from 'valibot';
import { SESSIONS } from '../accounts/tables';
import { getSigningSecret } from '../accounts/tokens';
import { orNotFound } from '../http/http-error';
import { type Routes, route } from '../http/route';
import { VERSION } from '../platform/build';
import { toUtf8 } from '../platform/platform';
import { readSettings } from '../platform/settings';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { lastRowOf, nextNumberOf, type RawRows, readRawRows, warnOfEdits } from '../tables/sheet';
import type { Table } from '../tables/tables';
import { authorizeMove, finishMove, isSettled, MOVE_PATH } from './move';
import { seal } from './seal';

const Count = (max: number) => v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.maxValue(max));
const Rows = v.strictObject({ table: v.string(), from: Count(1e9), count: Count(10_000) });

interface MovedBesides {
  sealedTables: readonly Table[];
  /** Names the columns that the owner has added to a table and that move with it. */
  ownColumns(table: Table): string[];
}

/** Routes for `npm run graduate` alone, so not in the public document. */
export function moveRoutes(tables: readonly Table[], { sealedTables, ownColumns }: MovedBesides): Routes {
  return {
    [`GET ${MOVE_PATH}`]: route({
      summary: 'Returns the state of the move, and what there is to move.',
      access: 'public',
      response: v.unknown(),
      handle({ request }) {
        const move = authorizeMove(request);
        const { state, address } = move;
        if (state === 'moved') return { state, address };
        return {
          state,
          address,
          sheet: boundSpreadsheet().getId(),
          isSettled: isSettled(move),
          version: VERSION,
          timeZone: boundSpreadsheet().getSpreadsheetTimeZone(),
          tables: tables.map((table) => ({ name: table.name, lastRow: lastRowOf(table) })),
          nextNumbers: Object.fromEntries(
            [...tables, ...sealedTables, SESSIONS].map((table) => [table.name, nextNumberOf(table)]),
          ),
        };
      },
    }),
    // A page's hash is its ETag: asked with If-None-Match, it says whether anything has changed since.
    [`GET ${MOVE_PATH}/rows`]: route({
      summary: 'Returns rows of a table as stored in its cells.',
      access: 'public',
      query: Rows,
      response: v.unknown(),
      handle({ request, query: { table: name, from, count } }) {
        authorizeMove(request);
        const table = orNotFound(
          tables.find((one) => one.name === name),
          `table ${name}`,
        );
        const own = ownColumns(table);
        const rows = toJson(readRawRows(table, { from, count, own }));
        return own.length > 0 ? { ...rows, own } : rows;
      },
    }),
    [`GET ${MOVE_PATH}/accounts`]: route({
      summary: 'Returns users, API keys, devices, the secret behind them and the settings, sealed.',
      access: 'public',
      response: v.unknown(),
      handle({ request }) {
        const { sealKey } = authorizeMove(request);
        const { move: _, ...settings } = readSettings();
        const text = JSON.stringify({
          signingSecret: getSigningSecret(),
          settings,
          tables: Object.fromEntries(
            sealedTables.map((table) => [table.name, toJson(readRawRows(table, { from: 2, count: 1e6 }))]),
          ),
        });
        const sealed = seal(Uint8Array.from(toUtf8(text)), sealKey);
        return { sealed: Utilities.base64Encode([...Int8Array.from(sealed)]) };
      },
    }),
    [`POST ${MOVE_PATH}/finish`]: route({
      summary: 'Ends the move: from now on the API is served by the host alone.',
      access: 'public',
      body: v.strictObject({ windowToken: v.pipe(v.string(), v.regex(/^\w{20,100}$/)) }),
      response: v.unknown(),
      handle({ request, body }) {
        const { state } = authorizeMove(request);
        if (state === 'moving') warnOfEdits(tables, 'as ever');
        finishMove(body.windowToken);
        return { state: 'moved' };
      },
    }),
  };
}

/** A date is an object, to tell it from a text that looks like one. */
function toJson({ header, rows }: RawRows): object {
  return {
    header: header.map(String),
    rows: rows.map((cells) =>
      cells.map((cell) => (cell instanceof Date ? { date: cell.toISOString() } : cell)),
    ),
  };
}
