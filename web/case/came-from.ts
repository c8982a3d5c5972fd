import { route } from '../location';
import type { Route } from '../route';

let last: Route = { page: 'list' };
route.subscribe(() => {
  const shown = route.get();
  if (shown?.page === 'list' || shown?.page === 'search') last = shown;
});

/** The list or the search that was looked at last. */
export function lastList(): Route {
  return last;
}
