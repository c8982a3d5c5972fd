import { emulated } from '../realm/emulated';
import { call, exception } from '../realm/host';
import { fromBase64, toBase64, toWebSafe } from '../utilities/base64.realm';
import { fromUtf8, toUtf8 } from '../utilities/utf8.realm';
import type { ItemKind, Listing } from './drive-app-calls';

/** The items of a search, or those of a list that is known already, such as an item's parents. */
type Source = Listing | { kind: ItemKind; ids: string[] };

interface Position {
  source: Source;
  /** How many items are behind it. */
  offset: number;
}

interface ItemIterator<T> {
  hasNext(): boolean;
  next(): T;
  getContinuationToken(): string;
}

/** Visits items page by page; the first page is fetched at once, and so a wrong query is refused at once. */
export function iteratorOf<T>(
  method: string,
  toItem: (id: string) => T,
  { source, offset }: Position,
): ItemIterator<T> {
  let start = offset;
  let page = fetch(method, source, start);
  let at = 0;
  const hasNext = () => {
    if (at < page.ids.length) return true;
    if (!page.hasMore) return false;
    start += at;
    page = fetch(method, source, start);
    at = 0;
    return page.ids.length > 0;
  };
  return emulated(source.kind === 'file' ? 'Drive.FileIterator' : 'Drive.FolderIterator', {
    hasNext,
    next() {
      if (!hasNext()) throw exception('Cannot retrieve the next object: iterator has reached the end.');
      const id = page.ids[at] as string;
      at += 1;
      return toItem(id);
    },
    getContinuationToken: () => toToken({ source, offset: start + at }),
  } satisfies ItemIterator<T>);
}

/** Goes on where another iterator of the same kind was, perhaps in an earlier execution. */
export function fromToken(token: string, kind: ItemKind): Position {
  const bytes = fromBase64(token);
  const position = bytes && parse(fromUtf8(bytes));
  if (position?.source?.kind !== kind) throw exception('Invalid argument: continuationToken');
  return position;
}

function toToken(position: Position): string {
  return toWebSafe(toBase64(toUtf8(JSON.stringify(position))));
}

function parse(text: string | undefined): Position | undefined {
  try {
    return JSON.parse(text ?? '') as Position;
  } catch {
    return undefined;
  }
}

function fetch(method: string, source: Source, offset: number): { ids: string[]; hasMore: boolean } {
  if ('ids' in source) return { ids: source.ids.slice(offset), hasMore: false };
  return call('driveApp.list', method, source, offset);
}
