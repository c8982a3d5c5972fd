import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { fromBase64, toBase64, toWebSafe } from '../utilities/base64.realm';
import { fromUtf8, toUtf8 } from '../utilities/utf8.realm';
import { call } from './drive-app-call.realm';
import type { ItemKind, Listing, Page } from './drive-app-calls';

/** The items of a search, or those of a list that is known already, such as an item's parents. */
type Source = Listing | { kind: ItemKind; ids: string[] };

interface Position {
  source: Source;
  /** The place of the last item that was visited. */
  after: string | null;
}

export interface ItemIterator<T> {
  hasNext(): boolean;
  next(): T;
  getContinuationToken(): string;
}

/** Visits items page by page; the first page is fetched at once, and so a wrong query is refused at once. */
export function iteratorOf<T>(
  method: string,
  toItem: (id: string) => T,
  position: Position,
): ItemIterator<T> {
  const { source } = position;
  let { after } = position;
  let page = fetch(method, source, after);
  let at = 0;
  const hasNext = () => {
    if (at < page.items.length) return true;
    if (!page.hasMore) return false;
    page = fetch(method, source, after);
    at = 0;
    return page.items.length > 0;
  };
  return emulated(source.kind === 'file' ? 'Drive.FileIterator' : 'Drive.FolderIterator', {
    hasNext,
    next() {
      if (!hasNext()) throw exception('Cannot retrieve the next object: iterator has reached the end.');
      const { id, place } = page.items[at] as Page['items'][number];
      at += 1;
      after = place;
      return toItem(id);
    },
    getContinuationToken: () => toToken({ source, after }),
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

function fetch(method: string, source: Source, after: string | null): Page {
  if (!('ids' in source)) return call('driveApp.list', method, source, after);
  const items = source.ids.map((id, index) => ({ id, place: String(index) }));
  return { items: items.slice(after === null ? 0 : Number(after) + 1), hasMore: false };
}
