import { useEffect, useState } from 'preact/hooks';
import type { SheetWindow } from '../server/sheet-window';
import { Grid } from './grid';
import { Menus } from './menus';
import { ask } from './server';
import type { PanelProps } from './use-server';

interface Place {
  script: string;
  tab: string;
  from: number;
}

const ROWS = 100;

export function Sheets({ state, act }: PanelProps) {
  const [place, setPlace] = useState<Place>({ script: '', tab: '', from: 2 });
  const script = state.scripts.find(({ name }) => name === place.script) ?? state.scripts[0];
  const tab = script?.tabs.find(({ name }) => name === place.tab)?.name ?? script?.tabs[0]?.name ?? '';
  const shown = { ...place, script: script?.name ?? '', tab };
  const seen = useWindow(shown, state.now);
  const choose = (part: Partial<Place>) => setPlace({ ...shown, from: 2, ...part });
  return (
    <>
      <TabList {...{ state, shown, choose }} />
      <Menus script={shown.script} menus={script?.menus ?? []} act={act} />
      {seen && <Grid key={`${shown.script} ${shown.tab}`} {...{ ...shown, seen, act }} />}
      {seen && <Pages seen={seen} choose={(from) => choose({ from })} />}
    </>
  );
}

function TabList({
  state,
  shown,
  choose,
}: Pick<PanelProps, 'state'> & { shown: Place; choose(part: Partial<Place>): void }) {
  return (
    <div class="tabs">
      {state.scripts.map(({ name: script, tabs }) => (
        <fieldset key={script}>
          <legend>{state.labels.sheets?.[script] ?? script}</legend>
          {tabs.map(({ name: tab }) => (
            <button
              type="button"
              key={tab}
              aria-pressed={shown.script === script && shown.tab === tab}
              onClick={() => choose({ script, tab })}
            >
              {tab}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** The visible rows, read again after every refresh of the state. */
function useWindow({ script, tab, from }: Place, now: string): SheetWindow | undefined {
  const [seen, setSeen] = useState<SheetWindow>();
  useEffect(() => {
    let isCurrent = true;
    const path = `sheets/${encodeURIComponent(tab)}/window?script=${script}&from=${from}&rows=${ROWS}`;
    const take = (found: SheetWindow | undefined) => isCurrent && setSeen(found);
    if (tab) ask<SheetWindow>(path).then(take, () => take(undefined));
    return () => {
      isCurrent = false;
    };
  }, [script, tab, from, now]);
  return seen;
}

function Pages({ seen, choose }: { seen: SheetWindow; choose(from: number): void }) {
  const last = Math.min(seen.from + ROWS - 1, seen.lastRow);
  if (seen.lastRow <= ROWS + 1) return null;
  return (
    <p class="pages">
      <button type="button" disabled={seen.from <= 2} onClick={() => choose(Math.max(2, seen.from - ROWS))}>
        Earlier rows
      </button>
      Rows {seen.from} to {last} of {seen.lastRow}
      <button type="button" disabled={last >= seen.lastRow} onClick={() => choose(seen.from + ROWS)}>
        Later rows
      </button>
    </p>
  );
}
