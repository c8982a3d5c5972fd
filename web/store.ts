import { useEffect, useState } from 'preact/hooks';

/** A value that several parts of the page share, and that outlives them. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Answers how to stop listening. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    const take = () => setValue(() => store.get());
    take();
    return store.subscribe(take);
  }, [store]);
  return value;
}
