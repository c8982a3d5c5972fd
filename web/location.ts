import { formatRoute, parseRoute, type Route } from './route';
import { createStore } from './store';

/** Undefined until the outer page has told its address, which can take seconds. */
export const route = createStore<Route | undefined>(undefined);

/** The page's own frame has no address of use: the platform asks and sets that of the outer one. */
export function followAddress(): void {
  google.script.url.getLocation(({ hash }) => {
    // Somebody may have gone elsewhere meanwhile.
    if (!route.get()) route.set(parseRoute(hash));
  });
  google.script.history.setChangeHandler(({ location }) => route.set(parseRoute(location.hash)));
}

export function navigate(to: Route): void {
  google.script.history.push(null, {}, formatRoute(to).slice(1));
  route.set(to);
}

/** The same without a step back: for what changes while somebody types. */
export function redirect(to: Route): void {
  google.script.history.replace(null, {}, formatRoute(to).slice(1));
  route.set(to);
}
