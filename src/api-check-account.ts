import { PERMISSIONS } from './api-health';
import { checkThisAccount } from './health/check-account';

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'api',
    menu: 'API',
    permissions: PERMISSIONS,
    askWebApp: 'Ask the API for /v1/health once.',
    awaitTimer: 'Wait ten minutes for the timer.',
  });
}
