import * as v from 'valibot';
import { may, rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import {
  Count,
  CreatedAt,
  Deleted,
  integerBetween,
  Name,
  toIso,
  UpdatedAt,
  Version,
  wholeListOf,
} from '../../http/fields';
import { HttpError, orNotFound } from '../../http/http-error';
import {
  assertSameBody,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../../http/idempotency';
import { ifMatch } from '../../http/reply';
import { type Call, type Caller, Response, type Routes, route } from '../../http/route';
import { quote } from '../../platform/quote';
import { insert, remove, scan, update } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { assertMayActFor, getCafe, mayActFor } from '../cafes';
import { CAFE_SUMMARY, CafeId, Currency, Money } from '../fields';
import { formatAmount } from '../money';
import { type Cafe, MENU, type MenuItem, repeatedIds } from '../tables';
import { isTaxRate } from '../tax-rate';
import {
  AVAILABILITIES,
  INVALID_STOCK,
  isForSale,
  MAX_AMOUNT,
  OPTIONAL_FIELDS,
  type PricedItem,
  withPrice,
} from './item';
import { withSoldOut } from './sold-out';

const Price = described(
  integerBetween(0, MAX_AMOUNT),
  'In minor units of the currency, such as cents, with tax. Null where the sheet has no valid price.',
  380,
);

const NewItem = v.strictObject({
  name: described(Name, 'What customers order by.', 'Flat white'),
  price: Price,
  ...OPTIONAL_FIELDS,
});
type NewItem = v.InferOutput<typeof NewItem>;

const ItemPatch = v.strictObject({
  name: v.exactOptional(Name),
  price: v.exactOptional(Price),
  ...OPTIONAL_FIELDS,
});
type ItemPatch = v.InferOutput<typeof ItemPatch>;

const TaxRateView = v.strictObject({
  name: described(v.string(), 'The name of the rate, as a receipt shows it.', 'Reduced'),
  percent: described(v.number(), 'The rate.', 7),
});

const ItemView = v.strictObject({
  id: described(v.string(), 'The ID of the item.', 'I-1'),
  cafeId: CafeId,
  name: v.string(),
  price: v.nullable(Count),
  currency: Currency,
  availability: v.picklist(AVAILABILITIES),
  category: v.string(),
  description: v.string(),
  image: v.string(),
  options: withExample(
    v.array(
      v.strictObject({
        name: described(v.string(), 'The name of the option, such as Milk.'),
        min: described(Count, 'How many choices a customer must pick.'),
        max: described(Count, 'How many choices a customer may pick.'),
        choices: described(
          v.array(
            v.strictObject({
              name: described(v.string(), 'The name of the choice, such as Oat.'),
              priceChange: described(Money, 'What the choice adds to the price, in minor units.'),
            }),
          ),
          'The choices to pick from.',
        ),
      }),
    ),
    [
      {
        ...{ name: 'Milk', min: 1, max: 1 },
        choices: [
          { name: 'Cow', priceChange: 0 },
          { name: 'Oat', priceChange: 40 },
        ],
      },
    ],
  ),
  stock: v.nullable(Count),
  taxRate: v.nullable(TaxRateView),
  taxRateToGo: v.nullable(TaxRateView),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  version: Version,
});
export type ItemView = v.InferOutput<typeof ItemView>;

const MenuView = v.strictObject({
  cafe: described(v.strictObject(CAFE_SUMMARY), 'The cafe of this menu.'),
  categories: described(v.array(v.string()), 'The headings of the menu, in the order of their first items.', [
    'Coffee',
  ]),
  ...wholeListOf(ItemView).entries,
});
export type MenuView = v.InferOutput<typeof MenuView>;

const DEFAULTS = {
  availability: 'available',
  image: '',
  description: '',
  category: '',
  options: [],
  stock: null,
  taxRate: null,
  taxRateToGo: null,
  held: {},
  soldOut: [],
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
    body: withExample(ItemPatch, { availability: 'sold_out' }),
    response: ItemView,
    errorStatuses: [409],
    handle: updateItem,
  }),
  'DELETE /v1/menu/:id': route({
    summary: 'Permanently deletes a menu item',
    access: rolesWith('menu'),
    response: Deleted,
    errorStatuses: [409],
    handle: deleteItem,
  }),
};

/** The staff of the cafe also see what is hidden. */
function getMenu({ params: { cafeId = '' }, caller }: Call): MenuView {
  if (mayActFor(caller, cafeId)) return readMenu(cafeId);
  return getOrRead('menu', cafeId, () => readMenu(cafeId, ({ availability }) => availability !== 'hidden'));
}

function readMenu(cafeId: string, isShown: (item: ItemView) => boolean = () => true): MenuView {
  const cafe = getCafe(cafeId);
  const { id, name, currency, timeZone } = cafe;
  const data = listItems(cafe)
    .map((item) => toItemView(item, currency))
    .filter(isShown);
  const categories = [...new Set(data.map(({ category }) => category).filter(Boolean))];
  return { cafe: { id, name, currency, timeZone }, categories, data };
}

/** Items in the order of their rows. Which of several rows with one id is meant is unknown, so that none of them is for sale. */
export function listItems({ id, currency }: Pick<Cafe, 'id' | 'currency'>): PricedItem[] {
  const all = scan(MENU);
  const repeated = repeatedIds(all.map((item) => item.id));
  return all
    .filter(({ cafeId }) => cafeId === id)
    .map((item) => {
      const isOffSale = repeated.has(item.id.trim()) && item.availability === 'available';
      return withPrice(isOffSale ? { ...item, availability: 'sold_out' } : item, currency);
    });
}

/** A repeated request gets the item as it was created, even if it has changed since. */
function createItem({ params: { cafeId = '' }, body, caller, request }: Call<NewItem>): Response {
  const { currency } = getCafe(cafeId);
  assertMayActFor(caller, cafeId);
  const record = idempotencyRecord(caller, request, body);
  const at = new Date();
  const { price, ...fields } = body;
  const initial = (id: string, createdAt: Date): MenuItem => ({
    ...DEFAULTS,
    ...fields,
    priceAmount: formatAmount(price, currency),
    id,
    cafeId,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
  const { row, isNew } = insert(
    MENU,
    (id): MenuItem => {
      const item = { ...initial(id, at), ...record };
      const requestHash = withStoredResponse(record.requestHash, at.toISOString());
      return { ...item, ...withSoldOut(item, { requestHash }) };
    },
    record,
  );
  if (!isNew) assertSameBody(row, record);
  invalidate('menu', cafeId);
  const [firstAt = at] = storedResponse(row.requestHash);
  const item = withPrice(initial(row.id, new Date(firstAt)), currency);
  return new Response(toItemView(item, currency), { status: 201 });
}

/** The item and the currency of its cafe are looked up before the lock. */
function updateItem({ params: { id = '' }, body, caller, request }: Call<ItemPatch>): ItemView {
  const updatedAt = new Date();
  const { price, ...fields } = body;
  const place = getPlace(id);
  const currency = price === undefined ? undefined : getCafe(place.cafeId).currency;
  const updated = update(
    MENU,
    place.id,
    (item) => {
      assertMayActFor(caller, item.cafeId);
      assertMayUpdate(caller, body);
      const isSamePrice = currency === undefined || withPrice(item, currency).price === price;
      if (isSamePrice && isUnchanged(item, fields)) return {};
      const priceAmount = isSamePrice ? {} : { priceAmount: formatAmount(price ?? 0, currency) };
      return withSoldOut(item, { ...fields, ...priceAmount, updatedAt });
    },
    ifMatch(request),
  );
  const item = orNotFound(updated, `menu item ${id}`);
  invalidate('menu', item.cafeId);
  const cafe = getCafe(item.cafeId);
  return toItemView(withPrice(item, cafe.currency), cafe.currency);
}

/**
 * Finds an item, with its ID as it was typed: there may be blanks around it.
 * @throws HttpError 404, and 409 where people have typed the ID into more than one row
 */
function getPlace(id: string): Pick<MenuItem, 'id' | 'cafeId'> {
  const [item, ...others] = scan(MENU, ['id', 'cafeId']).filter((one) => one.id.trim() === id.trim());
  if (others.length === 0) return orNotFound(item, `menu item ${id}`);
  const message = `${others.length + 1} rows of the ${MENU.name} tab have the ID ${quote(id)}. Give each its own ID first.`;
  throw new HttpError(409, 'repeated_id', message);
}

/** Staff report what has sold out. Everything else about the menu needs the permission for it. */
function assertMayUpdate(caller: Caller | undefined, patch: ItemPatch): void {
  if (caller && may(caller.role, 'menu')) return;
  const [other] = Object.keys(patch).filter((field) => field !== 'availability');
  if (other === undefined) return;
  const message = `The role ${caller?.role} can change only availability (got ${other}).`;
  throw new HttpError(403, 'forbidden', message, { param: other });
}

function isUnchanged(item: MenuItem, patch: Omit<ItemPatch, 'price'>): boolean {
  const fields = Object.keys(patch) as (keyof typeof patch)[];
  return fields.every((field) => JSON.stringify(item[field]) === JSON.stringify(patch[field]));
}

/** Orders keep the names and prices of their items. */
function deleteItem({ params: { id = '' }, caller, request }: Call): Deleted {
  const place = getPlace(id);
  assertMayActFor(caller, place.cafeId);
  orNotFound(remove(MENU, place.id, ifMatch(request)) || undefined, `menu item ${id}`);
  invalidate('menu', place.cafeId);
  return { id, deleted: true };
}

function toItemView(item: PricedItem, currency: string): ItemView {
  const { held, soldOut, requestKey, requestHash, priceAmount, createdAt, updatedAt, ...shown } = item;
  const availability = isForSale(item) ? 'available' : 'sold_out';
  return {
    ...shown,
    currency,
    availability: item.availability === 'hidden' ? 'hidden' : availability,
    stock: item.stock === INVALID_STOCK ? 0 : item.stock,
    options: item.options ?? [],
    taxRate: isTaxRate(item.taxRate) ? item.taxRate : null,
    taxRateToGo: isTaxRate(item.taxRateToGo) ? item.taxRateToGo : null,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}
