import { isRole, may } from '../../accounts/roles';
import { ifMatch } from '../../http/etag';
import { HttpError, orNotFound } from '../../http/http-error';
import {
  assertSameBody,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../../http/idempotency';
import { type Call, type Caller, Response } from '../../http/route';
import { columnNames } from '../../tables/sheet';
import { find, insert, remove, select, update } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { assertMayActFor, getCafe, mayActFor } from '../cafes';
import { type Cafe, MENU, type MenuItem } from '../tables';
import { type ItemPatch, type ItemView, type MenuView, type NewItem, toItemView } from './menu-schemas';

export function createItem({
  params: { cafeId = '' },
  body,
  caller,
  request,
}: Call<NewItem, undefined>): Response {
  const { currency } = getCafe(cafeId);
  assertMayActFor(caller, cafeId);
  const mark = idempotencyRecord(caller, request, body);
  const at = new Date();
  const { row, isNew } = insert(
    MENU,
    (id): MenuItem => ({
      ...firstState(id, body, { cafeId, at }),
      ...mark,
      requestHash: withStoredResponse(mark.requestHash, at.toISOString()),
    }),
    mark,
  );
  if (!isNew) assertSameBody(row, mark);
  invalidate('menu', cafeId);
  const [firstAt = at] = storedResponse(row.requestHash);
  const first = firstState(row.id, body, { cafeId, at: new Date(firstAt) });
  return new Response(toItemView(first, currency), { status: 201 });
}

/** What a body makes: the same again for a request that comes again, whatever became of the item. */
function firstState(id: string, body: NewItem, { cafeId, at }: { cafeId: string; at: Date }): MenuItem {
  return { ...UNKNOWN, ...body, id, cafeId, createdAt: at, updatedAt: at, version: 1 };
}

export function updateItem({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<ItemPatch, undefined>): ItemView {
  const updatedAt = new Date();
  const changed = update(
    MENU,
    id,
    (item) => {
      assertMayActFor(caller, item.cafeId);
      assertMayChange(caller, body);
      return isSame(item, body) ? {} : { ...body, updatedAt };
    },
    ifMatch(request),
  );
  const item = orNotFound(changed, `menu item ${id}`);
  invalidate('menu', item.cafeId);
  return toItemView(item, getCafe(item.cafeId).currency);
}

/** For good. Orders keep the name and the price that they were made with. */
export function deleteItem({ params: { id = '' }, caller, request }: Call<undefined, undefined>): {
  id: string;
  deleted: true;
} {
  const { cafeId } = orNotFound(find(MENU, id), `menu item ${id}`);
  assertMayActFor(caller, cafeId);
  orNotFound(remove(MENU, id, ifMatch(request)) || undefined, `menu item ${id}`);
  invalidate('menu', cafeId);
  return { id, deleted: true };
}

const UNKNOWN = {
  availability: 'available',
  image: '',
  description: '',
  category: '',
  options: [],
  stock: null,
  held: {},
  requestKey: '',
  requestHash: '',
} satisfies Partial<MenuItem>;

/** Who works at the counter knows what has run out, and nothing else of a menu is theirs to change. */
function assertMayChange(caller: Caller | undefined, patch: ItemPatch): void {
  if (caller && isRole(caller.role) && may(caller.role, 'menu')) return;
  const [other] = Object.keys(patch).filter((field) => field !== 'availability');
  if (other === undefined) return;
  const message = `The role ${caller?.role} can change only availability (got ${other}).`;
  throw new HttpError(403, 'forbidden', message, { param: other });
}

function isSame(item: MenuItem, patch: ItemPatch): boolean {
  const fields = Object.keys(patch) as (keyof ItemPatch)[];
  return fields.every((field) => JSON.stringify(item[field]) === JSON.stringify(patch[field]));
}

/** Interface section 4: what may be ordered, and what is sold out. Its own people also see what is hidden. */
export function getMenu({ params: { cafeId = '' }, caller }: Call<undefined, undefined>): MenuView {
  return mayActFor(caller, cafeId)
    ? readMenu(cafeId)
    : getOrRead('menu', cafeId, () => shownOf(readMenu(cafeId)));
}

/** The items of a cafe in the order of their rows. */
export function listItems(cafeId: string): MenuItem[] {
  return (select(MENU, columnNames(MENU)) as MenuItem[]).filter((item) => item.cafeId === cafeId);
}

function shownOf({ cafe, data }: MenuView): MenuView {
  return toMenu(
    cafe,
    data.filter(({ availability }) => availability !== 'hidden'),
  );
}

function readMenu(cafeId: string): MenuView {
  const cafe = getCafe(cafeId);
  return toMenu(
    toCafe(cafe),
    listItems(cafeId).map((item) => toItemView(item, cafe.currency)),
  );
}

function toMenu(cafe: MenuView['cafe'], data: MenuView['data']): MenuView {
  return { cafe, categories: [...new Set(data.map(({ category }) => category).filter(Boolean))], data };
}

function toCafe({ id, name, currency, timeZone }: Cafe): MenuView['cafe'] {
  return { id, name, currency, timeZone };
}
