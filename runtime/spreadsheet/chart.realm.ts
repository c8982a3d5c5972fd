import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { call } from './call.realm';
import type { SheetRef } from './cells';
import type { ChartFacts } from './facts';
import { toArea, toRange } from './references.realm';
import { MESSAGES } from './wording';

type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;
type Builder = GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;
type Container = GoogleAppsScript.Spreadsheet.ContainerInfo;

const ChartType = officialEnum<typeof GoogleAppsScript.Charts.ChartType>('Charts.ChartType');
const MergeStrategy =
  officialEnum<typeof GoogleAppsScript.Charts.ChartMergeStrategy>('Charts.ChartMergeStrategy');
const HiddenDimensionStrategy = officialEnum<typeof GoogleAppsScript.Charts.ChartHiddenDimensionStrategy>(
  'Charts.ChartHiddenDimensionStrategy',
);

const CHART = Symbol('chart');

const NEW: ChartFacts = {
  id: null,
  type: 'COLUMN',
  areas: [],
  options: {},
  position: { row: 1, column: 1, offsetX: 0, offsetY: 0 },
  headers: -1,
  transposed: false,
  merge: 'MERGE_COLUMNS',
  hidden: 'IGNORE_BOTH',
};

/** A chart is kept as it was built: nothing draws it here. */
function chart(facts: ChartFacts): Chart {
  return emulated('Spreadsheet.EmbeddedChart', {
    [CHART]: facts,
    getChartId: () => facts.id,
    getContainerInfo: () => container(facts),
    getHiddenDimensionStrategy: () => HiddenDimensionStrategy[facts.hidden as 'IGNORE_BOTH'],
    getMergeStrategy: () => MergeStrategy[facts.merge as 'MERGE_COLUMNS'],
    getNumHeaders: () => facts.headers,
    getOptions: () =>
      emulated<GoogleAppsScript.Charts.ChartOptions>('Charts.ChartOptions', {
        get: (option: string) => facts.options[option] ?? null,
      }),
    getRanges: () => facts.areas.map(toRange),
    getTransposeRowsAndColumns: () => facts.transposed,
    modify: () => chartBuilder(facts),
  } satisfies Partial<Chart> & { [CHART]: ChartFacts });
}

export function chartBuilder(from: ChartFacts = NEW): Builder {
  let state = from;
  const set = (change: Partial<ChartFacts>) => {
    state = { ...state, ...change };
    return builder;
  };
  const builder: Builder = emulated('Spreadsheet.EmbeddedChartBuilder', {
    addRange: (range: GoogleAppsScript.Spreadsheet.Range) => set({ areas: [...state.areas, toArea(range)] }),
    build: () => chart(state),
    clearRanges: () => set({ areas: [] }),
    getChartType: () => ChartType[state.type as 'COLUMN'],
    getContainer: () => container(state),
    getRanges: () => state.areas.map(toRange),
    removeRange(range: GoogleAppsScript.Spreadsheet.Range) {
      const gone = JSON.stringify(toArea(range));
      return set({ areas: state.areas.filter((area) => JSON.stringify(area) !== gone) });
    },
    setChartType: (type: GoogleAppsScript.Charts.ChartType) => set({ type: String(type) }),
    setHiddenDimensionStrategy: (strategy: GoogleAppsScript.Charts.ChartHiddenDimensionStrategy) =>
      set({ hidden: String(strategy) }),
    setMergeStrategy: (strategy: GoogleAppsScript.Charts.ChartMergeStrategy) =>
      set({ merge: String(strategy) }),
    setNumHeaders: (headers: number) => set({ headers }),
    setOption: (option: string, value: unknown) => set({ options: { ...state.options, [option]: value } }),
    setPosition: (row: number, column: number, offsetX: number, offsetY: number) =>
      set({ position: { row, column, offsetX, offsetY } }),
    setTransposeRowsAndColumns: (transposed: boolean) => set({ transposed }),
  } satisfies Partial<Builder>);
  return builder;
}

export function charts(sheet: SheetRef): Chart[] {
  return listCharts(sheet).map(chart);
}

/** Google numbers charts as it likes; here each gets the next number of its sheet. */
export function insertChart(sheet: SheetRef, inserted: Chart): void {
  const known = listCharts(sheet);
  const id = Math.max(0, ...known.map((one) => one.id ?? 0)) + 1;
  layOut(sheet, [...known, { ...toFacts(inserted), id }]);
}

/** @throws if it is not on the sheet any more */
export function updateChart(sheet: SheetRef, changed: Chart): void {
  const facts = toFacts(changed);
  const known = listCharts(sheet);
  if (!known.some(({ id }) => id === facts.id)) throw new Error(MESSAGES.chartIsGone);
  layOut(
    sheet,
    known.map((one) => (one.id === facts.id ? facts : one)),
  );
}

export function removeChart(sheet: SheetRef, removed: Chart): void {
  const { id } = toFacts(removed);
  layOut(
    sheet,
    listCharts(sheet).filter((one) => one.id !== id),
  );
}

function listCharts(sheet: SheetRef): ChartFacts[] {
  return call('spreadsheet.describeSheet', sheet).charts ?? [];
}

function layOut(sheet: SheetRef, changed: ChartFacts[]): void {
  call('spreadsheet.layout', sheet, { charts: changed });
}

function toFacts(built: Chart): ChartFacts {
  return (built as unknown as { [CHART]: ChartFacts })[CHART];
}

function container({ position: { row, column, offsetX, offsetY } }: ChartFacts): Container {
  return emulated('Spreadsheet.ContainerInfo', {
    getAnchorColumn: () => column,
    getAnchorRow: () => row,
    getOffsetX: () => offsetX,
    getOffsetY: () => offsetY,
  } satisfies Container);
}
