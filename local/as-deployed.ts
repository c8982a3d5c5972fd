import { MAIN, MANIFEST, URL_PLACEHOLDER, withScopes } from '../deploy/code';
import { type ScriptFiles, toSourceFile } from '../runtime/execution/script';

export interface Deployed {
  /** True for the scope `spreadsheets` in place of `spreadsheets.currentonly`, as with `--wide-sheets`. */
  wideSheets: boolean;
  /** The address of the web app to put into the code; undefined for none. */
  url: string | undefined;
}

/** The files of a script as the deploy command would push them, made once for each build. */
export function asDeployed(read: () => ScriptFiles, deployed: Deployed): () => ScriptFiles {
  const made = new WeakMap<ScriptFiles, ScriptFiles>();
  return () => {
    const files = read();
    const pushed = made.get(files) ?? push(files, deployed);
    made.set(files, pushed);
    return pushed;
  };
}

function push(files: ScriptFiles, { wideSheets, url }: Deployed): ScriptFiles {
  const changes: Record<string, (text: string) => string> = {
    ...(wideSheets && { [MANIFEST]: (text) => withScopes(text, { alerts: true, wideSheets }) }),
    ...(url !== undefined && { [MAIN]: (text) => text.replaceAll(URL_PLACEHOLDER, url) }),
  };
  const pushed = [...files].map(([name, file]): [string, typeof file] => {
    const change = changes[name];
    return [name, change ? toSourceFile(name, change(file.text)) : file];
  });
  return new Map(pushed);
}
