import type { Call } from '../../http/route';
import { columnNames, select } from '../../tables/tables';
import { getCafe } from '../cafes';
import { recallOrRead } from '../kept';
import { mayActFor } from '../own-cafe';
import { type Cafe, MENU, type MenuItem } from '../tables';
import type { MenuAnswer } from './menu-schemas';
import { toItemView } from './menu-view';

/** Interface section 4: what may be ordered, and what is sold out. Its own people also see what is hidden. */
export function getMenu({ params: { cafeId = '' }, caller }: Call<undefined, undefined>): MenuAnswer {
  return mayActFor(caller, cafeId)
    ? readMenu(cafeId)
    : recallOrRead('menu', cafeId, () => shownOf(readMenu(cafeId)));
}

/** The items of a cafe in the order of their rows. */
export function itemsOf(cafeId: string): MenuItem[] {
  return (select(MENU, columnNames(MENU)) as MenuItem[]).filter((item) => item.cafeId === cafeId);
}

function shownOf({ cafe, data }: MenuAnswer): MenuAnswer {
  return toMenu(
    cafe,
    data.filter(({ availability }) => availability !== 'hidden'),
  );
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
