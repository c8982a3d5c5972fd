import { useState } from 'preact/hooks';
import type { SheetWindow } from '../server/sheet-window';
import { ask } from './server';
import { useGridFocus } from './use-grid-focus';
import type { PanelProps } from './use-server';

interface Shown extends Pick<PanelProps, 'act'> {
  script: string;
  tab: string;
  seen: SheetWindow;
}

/** A sheet's cells: the arrow keys move among them, a double click or Enter lets the owner type into one. */
export function Grid({ script, tab, seen, act }: Shown) {
  const [edited, setEdited] = useState('');
  const columns = seen.header.length;
  const { isStop, ...focus } = useGridFocus({ row: seen.from, rows: seen.cells.length, columns });
  const save = (a1: string, text: string) => {
    setEdited('');
    const path = `sheets/${encodeURIComponent(tab)}/cells/${a1}?script=${script}`;
    void act(() => ask(path, { method: 'PUT', body: JSON.stringify({ text }) }));
  };
  if (columns === 0) return <p>The sheet is empty. An item of its menu may fill it.</p>;
  return (
    <section class="scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved among and typed into */}
      <table class="grid" role="grid" aria-label={`Cells of ${tab}`} {...focus}>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Row</span>
            </th>
            {seen.header.map((title, index) => (
              <th scope="col" key={index}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seen.cells.map((cells, index) => (
            <tr key={seen.from + index}>
              <th scope="row">{seen.from + index}</th>
              {cells.map((text, column) => {
                const place = { row: seen.from + index, column };
                const a1 = `${letters(column + 1)}${place.row}`;
                return (
                  <Cell
                    key={a1}
                    {...{ ...place, a1, text, save, setEdited }}
                    link={seen.links[a1]}
                    isEdited={edited === a1}
                    isStop={isStop(place)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  row: number;
  column: number;
  a1: string;
  text: string;
  link: string | undefined;
  isEdited: boolean;
  /** True if Tab stops here, which it does in one cell of all. */
  isStop: boolean;
  setEdited(a1: string): void;
  save(a1: string, text: string): void;
}

function Cell({ row, column, a1, text, link, isEdited, isStop, setEdited, save }: CellProps) {
  if (isEdited) return <Editor {...{ a1, text, save }} leave={() => setEdited('')} />;
  const edit = () => setEdited(a1);
  const tabIndex = isStop ? 0 : -1;
  return (
    <td onDblClick={edit}>
      <button
        type="button"
        class="cell"
        data-row={row}
        data-column={column}
        tabIndex={tabIndex}
        aria-label={`${a1}: ${text || 'empty'}`}
        onKeyDown={({ key }) => key === 'Enter' && edit()}
      >
        {text}
      </button>
      {link && /^https?:/.test(link) && (
        <a class="link" href={link} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
          Open link
        </a>
      )}
    </td>
  );
}

function Editor({ a1, text, save, leave }: Pick<CellProps, 'a1' | 'text' | 'save'> & { leave(): void }) {
  return (
    <td>
      <textarea
        aria-label={`Text of ${a1}`}
        ref={(field) => field?.focus()}
        defaultValue={text}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          save(a1, event.currentTarget.value);
        }}
      />
    </td>
  );
}

/** 1 is A, 27 is AA. */
function letters(column: number): string {
  const rest = (column - 1) % 26;
  const head = (column - 1 - rest) / 26;
  return (head > 0 ? letters(head) : '') + String.fromCharCode(65 + rest);
}
