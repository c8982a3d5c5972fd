import { checkThisAccount } from '../health/check-account';
import { PERMISSIONS } from './permissions';

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'desk',
    menu: 'Case desk',
    permissions: PERMISSIONS,
    askWebApp: 'Choose Case desk > Open the page and open it once.',
    awaitTimer: 'Wait five minutes for the timer.',
  });
}
