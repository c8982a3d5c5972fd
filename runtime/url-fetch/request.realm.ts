import { exception } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import { toBytes } from '../utilities/bytes.realm';
import { toUtf8, wellFormed } from '../utilities/utf8.realm';
import type { FetchRequest } from './calls';
import { toMultipart } from './multipart.realm';

/** The official types do not have timeoutSeconds yet. */
export type Options = GoogleAppsScript.URL_Fetch.URLFetchRequestOptions & { timeoutSeconds?: number };

const METHODS = ['get', 'delete', 'patch', 'post', 'put'];
const FORM = 'application/x-www-form-urlencoded';
const LONGEST_WAIT_SECONDS = 360;

/** Scripts have met this refusal for Host, and for Content-Length. */
const OWN_HEADERS = ['host', 'content-length'];

/** Headers that HTTP allows, as Node has them; what Google makes of other headers is not known. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_REFUSED = /[^\t -~\x80-\xff]/;

const KINDS: Readonly<Record<string, string>> = {
  method: 'string',
  contentType: 'string',
  headers: 'object',
  followRedirects: 'boolean',
  muteHttpExceptions: 'boolean',
  validateHttpsCertificates: 'boolean',
  escaping: 'boolean',
  useIntranet: 'boolean',
  timeoutSeconds: 'number',
};

interface Body {
  bytes: Uint8Array;
  contentType: string;
}

export function toRequest(address: string, options: Options = {}): FetchRequest {
  if (!address) throw exception('Attribute provided with no value: url');
  // A request of fetchAll may have anything for its address.
  const url = String(address);
  assertKinds(options);
  const body = toBody(options.payload);
  const method = methodOf(options);
  // A POST has one even without a payload: test/testfetch.js of gas-fakes, for getRequest.
  const contentType = options.contentType ?? body?.contentType ?? (method === 'get' ? undefined : FORM);
  return {
    url: options.escaping === false ? url : url.replace(/[\s"<>\\^`{|}]/g, encodeURIComponent),
    method,
    headers: { ...(contentType ? { 'Content-Type': contentType } : {}), ...toTexts(options.headers) },
    body: body && toBase64(body.bytes),
    followRedirects: options.followRedirects ?? true,
    validateCertificates: options.validateHttpsCertificates ?? true,
    timeoutSeconds: timeoutOf(options),
  };
}

/** Makes the answer of getRequest. */
export function describeRequest(
  url: string,
  options: Options = {},
): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  const request = toRequest(url, options);
  const method = request.method as 'get';
  const headers = toTexts(options.headers);
  const { 'Content-Type': contentType } = toRequest(url, { ...options, headers: {} }).headers;
  return { ...options, url, method, headers, ...(contentType ? { contentType } : {}) };
}

/** Scripts may say less; what they get for more, or for no time at all, is not known. */
function timeoutOf({ timeoutSeconds = LONGEST_WAIT_SECONDS }: Options): number {
  if (!(timeoutSeconds > 0 && timeoutSeconds <= LONGEST_WAIT_SECONDS))
    throw exception(`UrlFetchApp with timeoutSeconds ${timeoutSeconds} is not emulated here.`);
  return timeoutSeconds;
}

function methodOf({ method, payload }: Options): string {
  // A payload turns the default method into a POST.
  if (method === undefined) return payload === undefined || payload === null ? 'get' : 'post';
  const name = method.toLowerCase();
  if (!METHODS.includes(name)) throw invalid('method');
  return name;
}

function assertKinds(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = KINDS[name];
    const isWrong = kind !== undefined && (typeof value !== kind || value === null || Array.isArray(value));
    if (isWrong && value !== undefined) throw invalid(name);
  }
}

function invalid(attribute: string): Error {
  return exception(`Attribute provided with invalid value: ${attribute}`);
}

function toBody(payload: Options['payload'] | number[]): Body | undefined {
  if (payload === undefined || payload === null) return undefined;
  if (isBlobSource(payload)) {
    const contentType = payload.getBlob().getContentType() ?? 'application/octet-stream';
    return { bytes: bytesOf(payload), contentType };
  }
  if (Array.isArray(payload)) return { bytes: toBytes(payload), contentType: FORM };
  if (typeof payload !== 'object') return { bytes: toUtf8(String(payload)), contentType: FORM };
  if (Object.values(payload).some(isBlobSource)) return toMultipart(payload);
  return { bytes: toUtf8(toForm(payload)), contentType: FORM };
}

function toForm(fields: Record<string, unknown>): string {
  const encode = (text: unknown) => encodeURIComponent(wellFormed(String(text))).replace(/%20/g, '+');
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

function toTexts(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (OWN_HEADERS.includes(name.toLowerCase())) throw invalid(`Header:${name}`);
      if (value === null || value === undefined) throw invalid('Header:null');
      const text = String(value);
      if (!HEADER_NAME.test(name) || HEADER_REFUSED.test(text))
        throw exception(`UrlFetchApp with the header ${name}: ${text} is not emulated here.`);
      return [name, text];
    }),
  );
}
