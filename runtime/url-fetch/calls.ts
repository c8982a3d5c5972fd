export interface FetchRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Base64 text. */
  body?: string | undefined;
  followRedirects: boolean;
  /** True if a certificate that does not hold fails the request. */
  validateCertificates: boolean;
  timeoutSeconds: number;
}

export interface FetchResponse {
  /** The address after redirects. */
  url: string;
  status: number;
  /** Names and values alternate, as the server wrote them. */
  rawHeaders: string[];
  /** Base64 text. */
  body: string;
}

export interface UrlFetchCalls {
  'urlFetch.fetch'(request: FetchRequest): FetchResponse;
  'urlFetch.fetchAll'(requests: FetchRequest[]): FetchResponse[];
}
