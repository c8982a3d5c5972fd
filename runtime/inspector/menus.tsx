import { useState } from 'preact/hooks';
import type { ConsentDialog, Dialog } from '../execution/dialogs';
import type { MenuItem, MenuTree } from '../spreadsheet/menu';
import { postJson } from './server';
import type { PanelProps } from './use-server';

interface MenusProps extends Pick<PanelProps, 'act'> {
  script: string;
  menus: MenuTree[];
}

interface Result {
  error: { message: string } | null;
  dialogs: (Dialog | ConsentDialog)[];
  /** The address of the page that it has shown in a sidebar or a dialog. */
  shownAt: string;
}

/** The sheet's menus as buttons. The answer to a prompt is typed before. */
export function Menus({ script, menus, act }: MenusProps) {
  const [result, setResult] = useState<Result>();
  const [answer, setAnswer] = useState('');
  if (menus.length === 0) return null;
  const run = (name: string) =>
    act(async () => {
      const answers = answer === '' ? [] : [{ text: answer }];
      const done = await postJson<Result>(`menu/${encodeURIComponent(name)}?script=${script}`, { answers });
      setResult(done);
      if (done.error) throw new Error(`${name}: ${done.error.message}`);
    });
  return (
    <div class="menus">
      {menus.map(({ caption, items }) => (
        <fieldset key={caption}>
          <legend>Menu {caption}</legend>
          {listFunctions(items).map((item) => (
            <button type="button" key={item.caption} onClick={() => run(item.function)}>
              {item.caption}
            </button>
          ))}
          <label>
            Answer to a prompt
            <input value={answer} onInput={({ currentTarget }) => setAnswer(currentTarget.value)} />
          </label>
        </fieldset>
      ))}
      <div role="status">
        {result?.dialogs.map((dialog, index) => !isPage(dialog) && <Shown key={index} dialog={dialog} />)}
      </div>
      {result?.dialogs.filter(isPage).map(({ kind, title }) => (
        <aside key={result.shownAt} aria-label={title}>
          <strong>{title}</strong>
          <button type="button" onClick={() => setResult(undefined)}>
            Close
          </button>
          <iframe class={kind} title={title} src={result.shownAt} />
        </aside>
      ))}
    </div>
  );
}

function isPage({ kind }: Dialog | ConsentDialog): boolean {
  return kind === 'sidebar' || kind === 'dialog';
}

function Shown({ dialog }: { dialog: Dialog | ConsentDialog }) {
  return (
    <p>
      {dialog.title && <strong>{dialog.title} </strong>}
      {dialog.text}
      {'scopes' in dialog && ` ${dialog.scopes.join(', ')}`}
    </p>
  );
}

function listFunctions(items: MenuItem[]): Extract<MenuItem, { function: string }>[] {
  return items.flatMap((item) => {
    if ('items' in item) return listFunctions(item.items);
    return 'function' in item ? [item] : [];
  });
}
