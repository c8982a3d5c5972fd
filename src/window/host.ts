import { UserError } from '../platform/user-error';
import type { WindowAnswer, WindowRequest } from './protocol';

/** Address that the API has moved to, and the token that shows that a request comes from its sheet. */
export interface Host {
  address: string;
  windowToken: string;
}

const TIMEOUT_S = 30;

/** @throws UserError that says why there is no answer */
export function ask({ address, windowToken }: Host, request: WindowRequest): WindowAnswer {
  const response = UrlFetchApp.fetch(`${address}/v1/window`, {
    method: 'post',
    contentType: 'application/json',
    headers: { authorization: `Bearer ${windowToken}` },
    payload: JSON.stringify(request),
    muteHttpExceptions: true,
    timeoutSeconds: TIMEOUT_S,
  });
  const [status, text] = [response.getResponseCode(), response.getContentText()];
  if (status !== 200) throw new UserError(`The host returned ${status}: ${text.slice(0, 200)}`);
  const answer = toAnswer(text);
  if (answer) return answer;
  throw new UserError(`${address} sent an unexpected response: ${text.slice(0, 200)}`);
}

/** Undefined for the page of a proxy, and for half an answer. */
function toAnswer(text: string): WindowAnswer | undefined {
  try {
    const { shown, edited, wanted } = JSON.parse(text) as Partial<WindowAnswer>;
    return shown && edited && wanted && { shown, edited, wanted };
  } catch {
    return undefined;
  }
}
