import * as v from 'valibot';
import { toJson } from '../../../src/http/json';
import { parse } from '../../../src/http/parse';
import { type Routes, route } from '../../../src/http/route';
import type { WindowAnswer } from '../../../src/window/protocol';
import { mergedVersions, takeMerged } from './merged-tabs';
import { findShown } from './shown';
import { assertFromSheet } from './token';
import { WHOLE_TABS } from './whole-tabs';

const Cell = v.union([v.string(), v.number(), v.boolean()]);
const Names = v.array(v.string());

const WindowRequest = v.object({
  shown: v.record(
    v.string(),
    v.object({ query: v.string(), columns: Names, total: v.number(), top: v.string(), blocks: Names }),
  ),
  versions: v.record(v.string(), v.string()),
  edited: v.record(v.string(), v.object({ columns: Names, letters: Names, rows: v.array(v.array(Cell)) })),
});
type WindowRequest = v.InferOutput<typeof WindowRequest>;

/** Routes for the sheet of an owner whose desk has moved here, so not in the public document. */
export const WINDOW_ROUTES: Routes = {
  'POST /v1/window': route({
    summary: 'Applies the edits made in the sheet, and returns the changes for it.',
    // A caller without a token is not told what a body must be.
    access: 'signed',
    response: v.unknown(),
    handle({ request }): WindowAnswer {
      assertFromSheet(request);
      return answer(parse(WindowRequest, toJson(request.body)));
    },
  }),
};

/** Answers in the order of the request: prices need the currencies of their cafes. */
function answer({ shown, versions, edited }: WindowRequest): WindowAnswer {
  const taken = Object.entries(edited).flatMap(([tab, rows]) => {
    const one = WHOLE_TABS[tab]?.(rows) ?? takeMerged(tab, rows, versions[tab]);
    return one ? [[tab, one] as const] : [];
  });
  const wanted = Object.entries(mergedVersions()).flatMap(([tab, version]) =>
    tab in edited || versions[tab] === version ? [] : [tab],
  );
  const rows = Object.entries(shown).flatMap(([tab, request]) => {
    const found = findShown(tab, request);
    return found === undefined ? [] : [[tab, found] as const];
  });
  return { shown: Object.fromEntries(rows), edited: Object.fromEntries(taken), wanted };
}
