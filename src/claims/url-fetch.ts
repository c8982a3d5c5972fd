import { type Claim, listClaims, refusal } from './claim';
import { QUOTAS, REFERENCE } from './sources';

/** A name that no server may ever have (RFC 2606), so that nothing is sent to anybody. */
const NOWHERE = 'https://sheetdesk.invalid';

export const URL_FETCH: Claim[] = listClaims(`${REFERENCE}/url-fetch/url-fetch-app`, [
  {
    id: 'url-fetch.url.2083-characters-are-refused',
    source: QUOTAS,
    expected: 'Exception: Limit Exceeded: URLFetch URL Length.',
    run: () => refusal(() => UrlFetchApp.fetch(`${NOWHERE}/`.padEnd(2_083, 'a'))),
  },
  {
    id: 'url-fetch.host.unknown-is-a-dns-error',
    source: 'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/94-fetch-all.md',
    expected: [`Exception: DNS error: ${NOWHERE}/`, `Exception: DNS error: ${NOWHERE}/`],
    run: () => [
      refusal(() => UrlFetchApp.fetch(`${NOWHERE}/`, { muteHttpExceptions: true })),
      refusal(() => UrlFetchApp.fetchAll([`${NOWHERE}/`])),
    ],
  },
]);
