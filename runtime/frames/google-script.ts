import type { Connection, HistoryChange, PageLocation } from './messages';
import type { Page } from './page';
import { createRunner } from './runner';

type ChangeHandler = (event: { state: unknown; location: PageLocation }) => void;
type Move = (state: unknown, params?: HistoryChange['params'] | null, hash?: string | null) => void;

/** `google.script` of a page: developers.google.com/apps-script/guides/html/reference */
export function googleScript(page: Page, functions: readonly string[], connection: Connection): object {
  const move =
    (replace: boolean): Move =>
    (state, params, hash) =>
      connection.send({
        ...{ type: 'history', replace, state },
        ...(params === undefined || params === null ? {} : { params }),
        ...(hash === undefined || hash === null ? {} : { hash }),
      });
  return {
    run: createRunner(page, functions, connection),
    url: {
      getLocation(take: (location: PageLocation) => void): void {
        const resolve = (result: string) => take(page.JSON.parse(result));
        connection.ask({ type: 'locate' }, { resolve, reject: () => {} });
      },
    },
    history: {
      push: move(false),
      replace: move(true),
      setChangeHandler(handle: ChangeHandler): void {
        connection.onChange(({ state, location }) =>
          handle(page.JSON.parse(JSON.stringify({ state, location }))),
        );
      },
    },
    // Methods of dialogs that a web app may call without effect.
    host: { close() {}, setHeight() {}, setWidth() {}, editor: { focus() {} } },
  };
}
