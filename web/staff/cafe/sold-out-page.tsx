import { useEffect, useState } from 'preact/hooks';
import type { CafeView } from '../../../src/cafe/cafe-view';
import type { ItemView, MenuView } from '../../../src/cafe/menu/menu';
import { Button } from '../../shared/button';
import { useStore } from '../../shared/store';
import { showToast } from '../../shared/toast';
import { Failure } from '../failure';
import { Header } from '../header';
import { Loading } from '../loading';
import { ordersWithNew } from '../orders/texts';
import { tickets } from '../orders/tickets';
import { formatRoute } from '../router';
import { hasPermission, session } from '../session';
import * as FRAME from '../texts';
import './cafe.css';
import { CafeName } from './cafe-name';
import { cafe } from './current-cafe';
import { type Availability, choices, failures, followMenu, menu, setAvailability } from './menu';
import './sold-out.css';
import { NoCafe } from './no-cafe';
import * as TEXTS from './texts';

/** Which items are sold out, and one tap that changes it. */
export function SoldOutPage() {
  const current = useStore(cafe);
  const count = useStore(tickets).get('new')?.length ?? 0;
  return (
    <>
      <Header title={FRAME.pages.menu}>
        <CafeName />
        <div class="row bar-end">
          <a class="button quiet" href={formatRoute('orders')}>
            {count > 0 ? ordersWithNew(count) : FRAME.pages.orders}
          </a>
        </div>
      </Header>
      <main id="content" tabIndex={-1}>
        {current ? <Menu key={current.id} cafe={current} /> : <NoCafe />}
      </main>
    </>
  );
}

function Menu({ cafe: { id } }: { cafe: CafeView }) {
  const [search, setSearch] = useState('');
  const shown = useStore(menu);
  useEffect(() => followMenu(id), [id]);
  const { view, error } = shown?.cafeId === id ? shown : {};
  return (
    <>
      <Loading of={{ value: view, error }} failed={TEXTS.menu.notLoaded} />
      {view && (
        <>
          <label class="field menu-search">
            {TEXTS.menu.search}
            <input
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </label>
          <Items view={view} search={search} />
        </>
      )}
    </>
  );
}

/** Items by category, and what is hidden at the end. */
function Items({ view, search }: { view: MenuView; search: string }) {
  const chosen = useStore(choices);
  const items = view.data.map((item) => ({
    ...item,
    availability: chosen.get(item.id) ?? item.availability,
  }));
  const found = items.filter(({ name }) => toPlain(name).includes(toPlain(search)));
  const listed = found.filter(({ availability }) => availability !== 'hidden');
  const hidden = found.filter(({ availability }) => availability === 'hidden');
  const groups = [...view.categories, ''].map((category) => ({
    title: category || (view.categories.length > 0 ? TEXTS.menu.noCategory : FRAME.pages.menu),
    items: listed.filter((item) => item.category === category),
  }));
  return (
    <>
      <p role="status">
        {found.length === 0
          ? describeEmpty(search)
          : TEXTS.menu.count(items.filter(({ availability }) => availability === 'sold_out').length)}
      </p>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <section key={group.title} class="items">
            <h2 dir="auto">{group.title}</h2>
            <ul>
              {group.items.map((item) => (
                <ItemSwitch key={item.id} item={item} />
              ))}
            </ul>
          </section>
        ))}
      {hidden.length > 0 && <HiddenItems items={hidden} />}
    </>
  );
}

function ItemSwitch({ item }: { item: ItemView }) {
  const { id, name, availability, stock, price } = item;
  const failure = useStore(failures).get(id);
  const isAvailable = availability === 'available';
  const obstacle = findObstacle({ stock, price });
  return (
    <li>
      <Button
        role="switch"
        class="item quiet"
        aria-checked={isAvailable}
        aria-disabled={obstacle !== undefined}
        onClick={() => obstacle === undefined && choose(item, isAvailable ? 'sold_out' : 'available')}
      >
        <span class="what">
          <bdi>{name}</bdi>
          {(obstacle !== undefined || stock !== null) && (
            <span class="soft">{obstacle ?? TEXTS.menu.left(stock ?? 0)}</span>
          )}
        </span>
        <b class="availability">{TEXTS.availabilities[availability]}</b>
        <span class="track" aria-hidden="true" />
      </Button>
      <Failure what={TEXTS.menu.notSaved} error={failure} />
    </li>
  );
}

/** Items on nobody's menu. Only those who may change the menu can bring them back. */
function HiddenItems({ items }: { items: readonly ItemView[] }) {
  const mayShow = hasPermission(useStore(session), 'menu');
  const failed = useStore(failures);
  return (
    <section class="items" aria-label={TEXTS.menu.hidden}>
      <h2>{TEXTS.menu.hidden}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id} class="row apart hidden-item">
            <bdi>{item.name}</bdi>
            {mayShow && (
              <Button class="quiet" onClick={() => choose(item, 'available')}>
                {TEXTS.menu.show} <bdi class="visually-hidden">{item.name}</bdi>
              </Button>
            )}
            <Failure what={TEXTS.menu.notSaved} error={failed.get(item.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function choose({ id, name, availability: before }: ItemView, availability: Availability): void {
  const hideToast = showToast(TEXTS.menu.changed(name, TEXTS.availabilities[availability]), {
    undo: () => void setAvailability(id, before),
  });
  void setAvailability(id, availability).then(() => {
    if (failures.get().has(id)) hideToast();
  });
}

/** Finds why an item stays sold out whatever its switch says. */
function findObstacle({ stock, price }: Pick<ItemView, 'stock' | 'price'>): string | undefined {
  if (price === null) return TEXTS.menu.noPrice;
  return stock === 0 ? TEXTS.menu.noStock : undefined;
}

function describeEmpty(search: string): string {
  return search === '' ? TEXTS.menu.empty : TEXTS.menu.noMatch(search);
}

/** Case and accents aside. */
function toPlain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
