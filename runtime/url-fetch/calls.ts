export interface FetchRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Base64 text. */
  body?: string | undefined;
  followRedirects: boolean;
  timeoutSeconds: number;
}

export interface FetchResponse {
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
