import { OLD_ROWS } from './api-old-rows';
import { removeOldData as removeOld } from './retention/old-data';

/** From the menu. */
export function removeOldData(): void {
  removeOld(OLD_ROWS);
}
