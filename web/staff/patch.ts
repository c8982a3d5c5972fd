import { write } from './api';
import { ApiError } from './fetch-once';

const MAX_ATTEMPTS = 3;

/**
 * Changes what others change too, in other fields: where it is not as it was `seen` any more, it is read again and changed
 * all the same. `refresh` throws where the others have left nothing to change. @throws ApiError or ConnectionError
 */
export async function patch<T extends { version: number }>(
  path: string,
  changes: Partial<T>,
  { seen, refresh }: { seen: T; refresh: () => Promise<T> },
): Promise<T> {
  let current = seen;
  for (let attempts = 1; ; attempts++)
    try {
      return (await write<T>('PATCH', path, changes, { ifMatch: `"v${current.version}"` })).value;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 412;
      if (!isConflict || attempts === MAX_ATTEMPTS) throw error;
      current = await refresh();
      if (hasAll(current, changes)) return current;
    }
}

function hasAll<T extends object>(current: T, changes: Partial<T>): boolean {
  return (Object.keys(changes) as (keyof T)[]).every((name) => current[name] === changes[name]);
}
