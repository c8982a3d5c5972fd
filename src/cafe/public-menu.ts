import { isRole, may } from '../accounts/roles';
import type { Call, Caller } from '../http/route';
import { select } from '../tables/select';
import { columnNames } from '../tables/table';
import { getCafe } from './cafes';
import type { MenuAnswer } from './menu-schemas';
import { toItemView } from './menu-view';
import { mayActFor } from './own-cafe';
import { CAFES, type Cafe, MENU, type MenuItem } from './tables';

/** Seconds. Every change forgets it; somebody who read the sheet just before may keep it a little too long. */
const KEPT_S = 60;
/** What the cache takes in one item is 100 kB; a character has three bytes at most. */
const MOST_CHARACTERS = 33_000;

/** Interface section 4: what may be ordered, and what is sold out. Its own people also see what is hidden. */
export function getMenu({ params: { cafeId = '' }, caller }: Call<undefined, undefined>): MenuAnswer {
  if (isOfCafe(caller, cafeId)) return readMenu(cafeId);
  const kept = cache().get(keyOf(cafeId));
  if (kept !== null) return JSON.parse(kept) as MenuAnswer;
  const whole = readMenu(cafeId);
  const menu = toMenu(
    whole.cafe,
    whole.data.filter(({ availability }) => availability !== 'hidden'),
  );
  const text = JSON.stringify(menu);
  if (text.length <= MOST_CHARACTERS) cache().put(keyOf(cafeId), text, KEPT_S);
  return menu;
}

/** The items of a cafe in the order of their rows. */
export function itemsOf(cafeId: string): MenuItem[] {
  return (select(MENU, columnNames(MENU)) as MenuItem[]).filter((item) => item.cafeId === cafeId);
}

/** Somebody has typed into the sheet. */
export function forgetMenus(): void {
  cache().removeAll(select(CAFES, ['id']).map(({ id }) => keyOf(id)));
}

/** Call it after the change has reached the sheet. */
export function forgetMenu(cafeId: string): void {
  cache().remove(keyOf(cafeId));
}

function readMenu(cafeId: string): MenuAnswer {
  const cafe = getCafe(cafeId);
  return toMenu(
    toCafe(cafe),
    itemsOf(cafeId).map((item) => toItemView(item, cafe.currency)),
  );
}

function toMenu(cafe: MenuAnswer['cafe'], data: MenuAnswer['data']): MenuAnswer {
  return { cafe, categories: [...new Set(data.map(({ category }) => category).filter(Boolean))], data };
}

function toCafe({ id, name, currency, timeZone }: Cafe): MenuAnswer['cafe'] {
  return { id, name, currency, timeZone };
}

function isOfCafe(caller: Caller | undefined, cafeId: string): boolean {
  return (
    caller !== undefined && isRole(caller.role) && may(caller.role, 'orders') && mayActFor(caller, cafeId)
  );
}

function keyOf(cafeId: string): string {
  return `menu ${cafeId}`.slice(0, 250);
}

function cache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}
