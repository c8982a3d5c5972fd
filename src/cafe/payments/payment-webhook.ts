import { logError } from '../../health/errors';
import { HttpError } from '../../http/http-error';
import type { Request } from '../../http/request';
import type { Call } from '../../http/route';
import { changeOrder, tellOf } from '../orders/change-order';
import { withNews } from './payments';
import { toNews } from './stripe-events';
import { findStripeSettings } from './stripe-settings';
import { findSignatureTrouble } from './stripe-signature';

const HEADER = 'stripe-signature';

/** What the provider tells of payments; telling it twice, or in another order, changes nothing. */
export function receivePaymentNews({ request }: Call<undefined, undefined>): { received: true } {
  assertSigned(request);
  const news = toNews(request.body);
  const changed = news && changeOrder(news.orderId, (order) => withNews(order, news));
  if (news?.what === 'not refunded' && changed?.order.events.includes(news.eventId))
    logError(`${news.orderId}: ${news.error} The customer has not been refunded yet.`);
  if (changed) tellOf(changed);
  else if (news) logError(`${news.eventId} is about ${news.orderId}, which is not in the sheet.`);
  return { received: true };
}

/** @throws HttpError 401 */
function assertSigned({ body: payload, headers }: Request): void {
  const secrets = findStripeSettings()?.webhookSecrets ?? [];
  const trouble = findSignatureTrouble({ payload, header: headers[HEADER], secrets, now: Date.now() });
  if (trouble === undefined) return;
  throw new HttpError(401, 'invalid_signature', `Stripe-Signature is ${trouble}.`, { param: HEADER });
}
