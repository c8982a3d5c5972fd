import { CONSENTS } from './api-health';
import { checkThisAccount } from './health/check-account';

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'api',
    menu: 'API',
    permissions: CONSENTS,
    askWebApp: 'Call the API once, such as /v1/health.',
    awaitTimer: 'Wait a minute for the timer.',
  });
}
