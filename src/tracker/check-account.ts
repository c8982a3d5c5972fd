import { checkThisAccount } from '../health/check-account';
import { CONSENTS } from './consent';

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'desk',
    menu: 'Case desk',
    permissions: CONSENTS,
    askWebApp: 'Choose Case desk > Open the page and open it once.',
    awaitTimer: 'Wait five minutes for the timer.',
  });
}
