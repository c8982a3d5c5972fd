import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import type { FetchResponse, UrlFetchCalls } from './calls';
import { describeRequest, type Options, toRequest } from './request.realm';
import { assertSuccess, responseOf } from './response.realm';

const call = caller<UrlFetchCalls>();

type Official = GoogleAppsScript.URL_Fetch.UrlFetchApp;
type Requests = Parameters<Official['fetchAll']>[0];

export const urlFetchApp = emulated<Official>('URL_Fetch.UrlFetchApp', {
  fetch: (url: string, options: Options = {}) =>
    checked(url, options, call('urlFetch.fetch', toRequest(url, options))),
  fetchAll(requests: Requests) {
    const asked = requests.map((request) => (typeof request === 'string' ? { url: request } : request));
    const responses = call(
      'urlFetch.fetchAll',
      asked.map((request) => toRequest(request.url, request)),
    );
    return asked.map((request, index) => checked(request.url, request, responses[index] as FetchResponse));
  },
  getRequest: describeRequest,
} satisfies Official);

function checked(url: string, { muteHttpExceptions }: Options, response: FetchResponse) {
  if (!muteHttpExceptions) assertSuccess(url, response);
  return responseOf(response);
}
