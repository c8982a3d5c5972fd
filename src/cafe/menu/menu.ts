import * as v from 'valibot';
import { isRole, may, rolesWith } from '../../accounts/roles';
import { Deleted, integerBetween, Name, Time, toIso } from '../../http/fields';
import { HttpError, orNotFound } from '../../http/http-error';
import {
  assertSameBody,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../../http/idempotency';
import { ifMatch } from '../../http/reply';
import { type Call, type Caller, Response, type Routes, route } from '../../http/route';
import { find, insert, remove, select, update } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { assertMayActFor, getCafe, mayActFor } from '../cafes';
import { MENU, type MenuItem } from '../tables';
import { AVAILABILITIES, isOnMenu, isSoldOut, MAX_AMOUNT, OPTIONAL_FIELDS } from './item';

/** In minor units, tax included. */
const Price = integerBetween(0, MAX_AMOUNT);

const NewItem = v.strictObject({ name: Name, price: Price, ...OPTIONAL_FIELDS });
type NewItem = v.InferOutput<typeof NewItem>;

const ItemPatch = v.strictObject({
  name: v.exactOptional(Name),
  price: v.exactOptional(Price),
  ...OPTIONAL_FIELDS,
});
type ItemPatch = v.InferOutput<typeof ItemPatch>;

const ItemView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  name: v.string(),
  /** Null where the cell is invalid. Only the staff see such an item. */
  price: v.nullable(v.number()),
  currency: v.string(),
  availability: v.picklist(AVAILABILITIES),
  category: v.string(),
  description: v.string(),
  image: v.string(),
  options: v.array(
    v.strictObject({
      name: v.string(),
      min: v.number(),
      max: v.number(),
      choices: v.array(v.strictObject({ name: v.string(), priceChange: v.number() })),
    }),
  ),
  stock: v.nullable(v.number()),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});
type ItemView = v.InferOutput<typeof ItemView>;

const MenuView = v.strictObject({
  cafe: v.strictObject({ id: v.string(), name: v.string(), currency: v.string(), timeZone: v.string() }),
  /** In the order of their first items. */
  categories: v.array(v.string()),
  data: v.array(ItemView),
});
type MenuView = v.InferOutput<typeof MenuView>;

const DEFAULTS = {
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

export const MENU_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/menu': route({
    summary: 'Returns the menu of a cafe, including what is sold out',
    access: 'public',
    response: MenuView,
    handle: getMenu,
  }),
  'POST /v1/cafes/:cafeId/menu': route({
    summary: 'Adds an item to the menu of a cafe',
    access: rolesWith('menu'),
    body: NewItem,
    response: ItemView,
    status: 201,
    idempotent: true,
    handle: createItem,
  }),
  'PATCH /v1/menu/:id': route({
    summary: 'Updates a menu item. Staff of its cafe can change only the availability',
    access: rolesWith('availability'),
    body: ItemPatch,
    response: ItemView,
    handle: updateItem,
  }),
  'DELETE /v1/menu/:id': route({
    summary: 'Permanently deletes a menu item',
    access: rolesWith('menu'),
    response: Deleted,
    handle: deleteItem,
  }),
};

/** The staff of the cafe also see what is hidden. */
function getMenu({ params: { cafeId = '' }, caller }: Call): MenuView {
  if (mayActFor(caller, cafeId)) return readMenu(cafeId);
  return getOrRead('menu', cafeId, () => readMenu(cafeId, ({ availability }) => availability !== 'hidden'));
}

function readMenu(cafeId: string, isShown: (item: ItemView) => boolean = () => true): MenuView {
  const { id, name, currency, timeZone } = getCafe(cafeId);
  const data = listItems(cafeId)
    .map((item) => toItemView(item, currency))
    .filter(isShown);
  const categories = [...new Set(data.map(({ category }) => category).filter(Boolean))];
  return { cafe: { id, name, currency, timeZone }, categories, data };
}

/** In the order of their rows. */
export function listItems(cafeId: string): MenuItem[] {
  return select(MENU).filter((item) => item.cafeId === cafeId);
}

/** A request that is repeated gets the item as it was created, whatever has become of it. */
function createItem({ params: { cafeId = '' }, body, caller, request }: Call<NewItem>): Response {
  const { currency } = getCafe(cafeId);
  assertMayActFor(caller, cafeId);
  const record = idempotencyRecord(caller, request, body);
  const at = new Date();
  const initial = (id: string, createdAt: Date): MenuItem => ({
    ...DEFAULTS,
    ...body,
    id,
    cafeId,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
  const { row, isNew } = insert(
    MENU,
    (id): MenuItem => ({
      ...initial(id, at),
      ...record,
      requestHash: withStoredResponse(record.requestHash, at.toISOString()),
    }),
    record,
  );
  if (!isNew) assertSameBody(row, record);
  invalidate('menu', cafeId);
  const [firstAt = at] = storedResponse(row.requestHash);
  return new Response(toItemView(initial(row.id, new Date(firstAt)), currency), { status: 201 });
}

function updateItem({ params: { id = '' }, body, caller, request }: Call<ItemPatch>): ItemView {
  const updatedAt = new Date();
  const updated = update(
    MENU,
    id,
    (item) => {
      assertMayActFor(caller, item.cafeId);
      assertMayUpdate(caller, body);
      return isUnchanged(item, body) ? {} : { ...body, updatedAt };
    },
    ifMatch(request),
  );
  const item = orNotFound(updated, `menu item ${id}`);
  invalidate('menu', item.cafeId);
  return toItemView(item, getCafe(item.cafeId).currency);
}

/** Staff report what has sold out. Everything else about the menu needs the permission for it. */
function assertMayUpdate(caller: Caller | undefined, patch: ItemPatch): void {
  if (caller && isRole(caller.role) && may(caller.role, 'menu')) return;
  const [other] = Object.keys(patch).filter((field) => field !== 'availability');
  if (other === undefined) return;
  const message = `The role ${caller?.role} can change only availability (got ${other}).`;
  throw new HttpError(403, 'forbidden', message, { param: other });
}

function isUnchanged(item: MenuItem, patch: ItemPatch): boolean {
  const fields = Object.keys(patch) as (keyof ItemPatch)[];
  return fields.every((field) => JSON.stringify(item[field]) === JSON.stringify(patch[field]));
}

/** Orders keep the names and prices of their items. */
function deleteItem({ params: { id = '' }, caller, request }: Call): {
  id: string;
  deleted: true;
} {
  const { cafeId } = orNotFound(find(MENU, id), `menu item ${id}`);
  assertMayActFor(caller, cafeId);
  orNotFound(remove(MENU, id, ifMatch(request)) || undefined, `menu item ${id}`);
  invalidate('menu', cafeId);
  return { id, deleted: true };
}

function toItemView(item: MenuItem, currency: string): ItemView {
  const { held, requestKey, requestHash, createdAt, updatedAt, ...shown } = item;
  const availability = isSoldOut(item) ? 'sold_out' : 'available';
  return {
    ...shown,
    currency,
    availability: isOnMenu(item) ? availability : 'hidden',
    options: item.options ?? [],
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}
