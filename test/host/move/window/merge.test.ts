import fc from 'fast-check';
import { type Before, merge, type Rows } from '../../../../host/move/window/merge';
import { column, table } from '../../../../src/tables/tables';
import type { WireRow } from '../../../../src/window/protocol';
import { randomCases } from '../../../harness/extent';

const TABLE = table({
  name: 'Things',
  key: 'id',
  columns: { id: column.text(), name: column.text(), stock: column.text(), owned: column.text() },
  edited: ['id', 'name', 'stock'],
});
const RULES = {
  table: TABLE,
  edited: TABLE.edited,
  shared: ['stock'],
  keepsRows: false,
  isInvalid: () => false,
};
const IDS = ['T-1', 'T-2', 'T-3', 'T-4'];

type Step =
  | { who: 'person' | 'host'; does: 'edit' | 'add' | 'remove'; id: string; name: string }
  | { who: 'sync'; dies: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    who: fc.constantFrom('person' as const, 'host' as const),
    does: fc.constantFrom('edit' as const, 'edit' as const, 'add' as const, 'remove' as const),
    id: fc.constantFrom(...IDS),
    name: fc.constantFrom('name', 'stock', 'owned'),
  }),
  fc.record({ who: fc.constant('sync' as const), dies: fc.boolean() }),
);

/** Two copies of a table, one that a person edits and one that the host does. */
class Copies {
  sheet = new Map<string, WireRow>([['T-1', { id: 'T-1', name: 'Tea', stock: '5', owned: '' }]]);
  host = new Map<string, WireRow>(this.sheet);
  before: Before | undefined;
  /** The sheet when the host was told of it last. */
  told: Rows = new Map(this.sheet);
  private values = 0;
  private readonly differ: boolean;

  /** `differ`: no value is ever typed twice. */
  constructor(differ = true) {
    this.differ = differ;
  }

  take({ who, does, id, name }: Extract<Step, { does: string }>): void {
    const rows = who === 'person' ? this.sheet : this.host;
    const row = rows.get(id);
    if (does === 'remove') rows.delete(id);
    else if (does === 'add' && !this.sheet.has(id) && !this.host.has(id))
      rows.set(id, { id, name: `new ${++this.values}`, stock: '', owned: '' });
    else if (does === 'edit' && row && (who === 'host' || name !== 'owned'))
      rows.set(id, {
        ...row,
        [name]: this.differ ? `${who} ${++this.values}` : `value ${++this.values % 3}`,
      });
  }

  /** Where the sheet's run dies, nothing of the answer reaches the sheet. */
  sync(dies: boolean): void {
    const typed = this.typedCells();
    const untouched = new Map(this.host);
    const { up, down } = merge(RULES, { sheet: this.sheet, host: this.host, before: this.before });
    apply(this.host, up);
    for (const [id, name, value] of typed) if (untouched.has(id)) this.assertCell(id, name, value);
    for (const id of this.host.keys())
      for (const [name, value] of Object.entries(untouched.get(id) ?? {}))
        if (!typed.some(([of, at]) => of === id && at === name)) this.assertCell(id, name, value);
    const offered = new Map(this.host);
    // As where the sheet says that it has written the answer.
    this.before = { seen: dies ? new Map(this.sheet) : offered, offered };
    if (!dies) apply(this.sheet, down);
    this.told = new Map(this.sheet);
  }

  /** Jest's own comparison takes longer than all else here. */
  private assertCell(id: string, name: string, wanted: unknown): void {
    const held = this.host.get(id)?.[name];
    if (held !== wanted) throw new Error(`On the host ${id} has "${held}" in ${name}, not "${wanted}".`);
  }

  /** What a person has typed since, into rows that were there. */
  private typedCells(): [id: string, name: string, value: unknown][] {
    return [...this.sheet].flatMap(([id, row]) => {
      const told = this.told.get(id);
      const names = told ? Object.keys(row).filter((name) => row[name] !== told[name]) : [];
      return names.map((name): [string, string, unknown] => [id, name, row[name]]);
    });
  }
}

function apply(
  rows: Map<string, WireRow>,
  { changed, added, removed }: { changed: Record<string, WireRow>; added: WireRow[]; removed: string[] },
): void {
  for (const [id, cells] of Object.entries(changed)) rows.set(id, { ...rows.get(id), ...cells });
  for (const row of added) rows.set(String(row.id), row);
  for (const id of removed) rows.delete(id);
}

const sorted = (rows: Rows) => [...rows.values()].sort((a, b) => String(a.id).localeCompare(String(b.id)));

test('sheet and host become the same, nothing typed is lost, and nothing else is changed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const copies = new Copies();
      copies.sync(false);
      for (const one of steps) one.who === 'sync' ? copies.sync(one.dies) : copies.take(one);
      copies.sync(false);
      copies.sync(false);
      expect(sorted(copies.sheet)).toEqual(sorted(copies.host));
    }),
    randomCases(1_000, 20_000),
  );
});

test('where every answer is written, what stood in a cell before counts as well when it is typed again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const copies = new Copies(false);
      copies.sync(false);
      for (const one of steps) one.who === 'sync' ? copies.sync(false) : copies.take(one);
      copies.sync(false);
      expect(sorted(copies.sheet)).toEqual(sorted(copies.host));
    }),
    randomCases(500, 10_000),
  );
});

test('rows that were deleted on one side are deleted on the other, but for all of them at once', () => {
  const copies = new Copies();
  copies.take({ who: 'host', does: 'add', id: 'T-2', name: '' });
  copies.sync(false);
  copies.sheet.delete('T-1');
  copies.sync(false);
  expect([...copies.host.keys()]).toEqual(['T-2']);
  copies.sheet.clear();
  copies.sync(false);
  expect([...copies.host.keys(), ...copies.sheet.keys()]).toEqual(['T-2', 'T-2']);
});
