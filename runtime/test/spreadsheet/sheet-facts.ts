import type { Realm, Step } from '../harness/realm';

/** What a snippet answers on an empty sheet. */
export type SheetFact = readonly [fact: string, snippet: () => unknown, answer: unknown];

/** Puts an empty sheet in the place of what is there. */
export function renew(): void {
  const book = SpreadsheetApp.getActive();
  const old = book.getSheets();
  const sheet = book.insertSheet();
  for (const one of old) book.deleteSheet(one);
  sheet.setName('Sheet1').activate();
}

/** Runs them in one execution, each on an empty sheet of its own. */
export async function expectFacts(realm: Realm, facts: readonly SheetFact[]): Promise<void> {
  const steps = facts.flatMap(([, snippet]): Step[] => [[renew], [snippet]]);
  const told = (await realm.runAll(...steps)).filter((_, at) => at % 2 === 1);
  expect(told.map((answer, at) => [facts[at]?.[0], answer])).toEqual(
    facts.map(([fact, , answer]) => [fact, answer]),
  );
}
