/** Keeps nothing longer than the page is open where the browser refuses, or has no room left. */
function keepIn(open: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const refused = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): { value: T } | undefined => {
    try {
      return { value: work(open()) };
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => refused.get(key) ?? attempt((storage) => storage.getItem(key))?.value ?? null,
    setItem(key, value) {
      if (attempt((storage) => storage.setItem(key, value))) refused.delete(key);
      else refused.set(key, value);
    },
    removeItem(key) {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Storage of this tab, which outlives a reload. */
export const tabStorage = keepIn(() => sessionStorage);

/** Storage of this browser, for good. */
export const browserStorage = keepIn(() => localStorage);
