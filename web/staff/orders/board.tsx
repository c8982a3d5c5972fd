import { useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/button';
import { callNumber } from '../../shared/order-number';
import { useStore } from '../../shared/store';
import { isActive, knownOrders } from './active-orders';
import { GAP, useBoardSizes } from './board-sizes';
import { canUndo, changes } from './changes';
import { Column } from './column';
import { type ByColumn, shareLanes } from './lanes';
import * as TEXTS from './texts';
import { PendingChange } from './ticket';
import { useTicketKeys } from './ticket-keys';
import { activeOrders, COLUMN_NAMES, type ColumnName, type Ticket, tickets } from './tickets';

/** Three columns; where there is room for one only, that which was chosen. */
export function Board() {
  const [shown, setShown] = useState<ColumnName>('new');
  const columns = useStore(tickets);
  const isLoaded = useStore(knownOrders) !== undefined;
  const next = useStore(activeOrders).find(({ status }) => status !== 'ready')?.id;
  const board = useRef<HTMLDivElement>(null);
  const sizes = useBoardSizes(board);
  const lanes = useLanesOf(columns, sizes.lanes);
  useTicketKeys(setShown);
  const titleOf = (name: ColumnName) => {
    const left = columns.get(name)?.filter(({ order }) => isActive(order.status));
    return isLoaded ? TEXTS.count(TEXTS.columns[name], left?.length ?? 0) : TEXTS.columns[name];
  };
  const hasNotice = (name: ColumnName) => columns.get(name)?.some(({ notice }) => notice !== undefined);
  const widths = [...lanes.values()].map((own) => `${own * (sizes.lane + GAP) - GAP}px`);
  return (
    <>
      <fieldset class="tabs">
        <legend class="visually-hidden">{TEXTS.columnsLabel}</legend>
        {COLUMN_NAMES.map((name) => (
          <Button key={name} class="quiet" aria-pressed={shown === name} onClick={() => setShown(name)}>
            {titleOf(name)}
            {hasNotice(name) && <b class="to-read">{TEXTS.toRead}</b>}
          </Button>
        ))}
      </fieldset>
      <div
        class="board"
        ref={board}
        style={{
          fontSize: sizes.text,
          gridTemplateColumns: widths.join(' ') || `repeat(${COLUMN_NAMES.length}, 1fr)`,
        }}
      >
        {COLUMN_NAMES.map((name) => (
          <Column
            key={name}
            name={name}
            title={titleOf(name)}
            tickets={columns.get(name) ?? []}
            next={next}
            isShown={shown === name}
            lanes={sizes.isNarrow ? sizes.lanes : (lanes.get(name) ?? 1)}
          />
        ))}
      </div>
      <LastMove shown={columns.get(shown) ?? []} />
    </>
  );
}

/** Shares the lanes by how many tickets each column has. */
function useLanesOf(columns: ReadonlyMap<ColumnName, readonly Ticket[]>, total: number): ByColumn {
  const before = useRef<ByColumn>(new Map());
  const counts = new Map([...columns].map(([name, { length }]) => [name, length]));
  before.current = shareLanes(total, counts, before.current);
  return before.current;
}

/** Line about the last move, with its Undo, where there is room for one column only: the ticket has left it. */
function LastMove({ shown }: { shown: readonly Ticket[] }) {
  const last = useStore(changes).filter(canUndo).pop();
  if (!last || last.sendAt <= Date.now() || shown.some(({ order }) => order.id === last.order.id))
    return null;
  return (
    <div class="last-move card float row apart">
      <span>{TEXTS.moved(callNumber(last.order.id), TEXTS.statuses[last.to])}</span>
      <PendingChange change={last} />
    </div>
  );
}
