import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Realm, type Step, startRealm } from './harness/realm';

/** Echoes what it was asked; some paths answer in a special way. */
function echo(request: http.IncomingMessage, response: http.ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    if (path === '/moved') return void response.writeHead(302, { Location: '/there' }).end();
    if (path === '/kept') return void response.writeHead(307, { Location: '/there' }).end();
    if (path === '/broken') return void response.writeHead(500).end('no luck');
    if (path === '/bytes')
      return void response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0, 255]));
    if (path === '/latin')
      return void response
        .writeHead(200, { 'Content-Type': 'text/plain; charset=ISO-8859-1' })
        .end(Buffer.from([228]));
    const [, type] = /^\/as\/(\w+\/[\w-]+)\//.exec(path) ?? [];
    if (type) return void response.writeHead(200, { 'Content-Type': `${type}; charset=UTF-8` }).end('a');
    if (path.startsWith('/zipped'))
      return void response
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Disposition': 'attachment; filename="a.csv"' })
        .end(gzipSync('a,b'));
    const { method, headers } = request;
    const body = Buffer.concat(chunks).toString();
    response.setHeader('X-CaSe', 'kept');
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end(
      JSON.stringify({
        method,
        path,
        type: headers['content-type'],
        key: headers['x-key'],
        agent: headers['user-agent'],
        body,
      }),
    );
  });
}

// Sources: platform facts 4.2, 7 and 11.2; developers.google.com/apps-script/reference/url-fetch/url-fetch-app
describe('UrlFetchApp', () => {
  const server = http.createServer(echo);
  let realm: Realm;
  let root: string;
  beforeAll(async () => {
    realm = startRealm();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await realm.close();
  });

  type Options = GoogleAppsScript.URL_Fetch.URLFetchRequestOptions;
  const fetchEach = (requests: readonly { path: string; options?: Options }[]) =>
    realm.runEach(
      (url: string, given: Options) => JSON.parse(UrlFetchApp.fetch(url, given).getContentText()),
      requests.map(({ path, options = {} }): [string, Options] => [root + path, options]),
    );

  const FORM = 'application/x-www-form-urlencoded';
  const SENT: [string, Options, object][] = [
    ['a plain fetch is a GET', {}, { method: 'GET', body: '' }],
    [
      'text is sent as a form unless said',
      { method: 'post', payload: 'a=ä' },
      { method: 'POST', type: FORM, body: 'a=ä' },
    ],
    [
      'an object becomes a form',
      { method: 'post', payload: { a: 'x y', b: 1 } },
      { type: FORM, body: 'a=x+y&b=1' },
    ],
    [
      'JSON goes out with its content type',
      { method: 'put', payload: '{}', contentType: 'application/json' },
      { method: 'PUT', type: 'application/json', body: '{}' },
    ],
    ['headers go along', { headers: { 'X-Key': 'secret' } }, { key: 'secret' }],
  ];

  test('goes out as its options say', async () => {
    const echoes = await fetchEach(SENT.map(([, options]) => ({ path: '/x', options })));
    expect(echoes.map((echoed, at) => [SENT[at]?.[0], echoed])).toMatchObject(
      SENT.map(([what, , expected]) => [what, expected]),
    );
  });

  test('a blob goes out as its bytes with its type, and an object with one as a form with a file', async () => {
    const sendBlob = (url: string) => {
      const payload = Utilities.newBlob('<a/>', 'text/xml');
      return JSON.parse(UrlFetchApp.fetch(url, { method: 'post', payload }).getContentText());
    };
    const sendForm = (url: string) => {
      const payload = { name: 'x', file: Utilities.newBlob('<a/>', 'text/xml', 'a.xml') };
      return JSON.parse(UrlFetchApp.fetch(url, { method: 'post', payload }).getContentText());
    };
    const [blob, form] = await realm.runAll([sendBlob, `${root}/x`], [sendForm, `${root}/x`]);
    expect(blob).toMatchObject({ type: 'text/xml', body: '<a/>' });
    const { type, body } = form as { type: string; body: string };
    const boundary = type.replace('multipart/form-data; boundary=', '');
    expect(body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n',
      '--\r\n',
    ]);
  });

  // Source: developers.google.com/apps-script/reference/url-fetch
  test('the client names itself unless the script does', async () => {
    const headers = { 'user-agent': 'me' };
    expect(await fetchEach([{ path: '/x' }, { path: '/x', options: { headers } }])).toMatchObject([
      {
        agent: expect.stringMatching(/^Mozilla\/5\.0 \(compatible; Google-Apps-Script; .*id: script-test\)$/),
      },
      { agent: 'me' },
    ]);
  });

  test('an address without a scheme throws by name, other schemes are refused', async () => {
    const told = await realm.runEach(
      (url: string) => UrlFetchApp.fetch(url),
      [['www.example.com/a'], ['ftp://example.com/']],
    );
    expect(told).toEqual([
      expect.stringContaining(
        'UrlFetchApp.fetch of the address "www.example.com/a", which has no http: or https:, is not emulated here.',
      ),
      expect.stringContaining('Invalid argument: ftp://example.com/'),
    ]);
  });

  const ANSWERED: [fact: string, snippet: (root: string) => unknown, answer: unknown][] = [
    // Source: solutions/automations/news-sentiment of github.com/googleworkspace/apps-script-samples parses a response itself
    [
      'the text of a response is its content',
      (root) => JSON.parse(UrlFetchApp.fetch(`${root}/x`) as unknown as string).method,
      'GET',
    ],
    [
      'what a server compresses is decompressed',
      (root) => UrlFetchApp.fetch(`${root}/zipped`).getContentText(),
      'a,b',
    ],
    [
      'headers keep the server’s casing, and repeated ones are a list',
      (root) => {
        const response = UrlFetchApp.fetch(`${root}/x`);
        return [response.getAllHeaders(), response.getHeaders()];
      },
      [
        expect.objectContaining({ 'X-CaSe': 'kept', 'Set-Cookie': ['a=1', 'b=2'] }),
        expect.objectContaining({ 'X-CaSe': 'kept', 'Set-Cookie': 'b=2' }),
      ],
    ],
    [
      'content comes as signed bytes, as a blob, and as text in the charset that the header names',
      (root) => {
        const response = UrlFetchApp.fetch(`${root}/bytes`);
        const text = UrlFetchApp.fetch(`${root}/latin`).getContentText();
        return [response.getContent(), response.getBlob().getContentType(), text];
      },
      [[0, -1], 'image/png', 'ä'],
    ],
    [
      'an address where nothing listens is unavailable',
      () => UrlFetchApp.fetch('http://127.0.0.1:1/a', { muteHttpExceptions: true }),
      'Exception: Address unavailable: http://127.0.0.1:1/a',
    ],
    [
      'an address in fetchAll that is no text becomes one',
      () => UrlFetchApp.fetchAll([{ url: 5 as unknown as string }]),
      expect.stringContaining('the address "5"'),
    ],
    ['an address is needed', () => UrlFetchApp.fetch(''), 'Exception: Attribute provided with no value: url'],
  ];

  test('a response is what the server answered', async () => {
    const told = await realm.runAll(...ANSWERED.map(([, snippet]): Step => [snippet, root]));
    expect(told.map((answer, at) => [ANSWERED[at]?.[0], answer])).toEqual(
      ANSWERED.map(([fact, , answer]) => [fact, answer]),
    );
  });

  const nameOf = (url: string) => UrlFetchApp.fetch(url).getBlob().getName();

  // Facts 7.3: the second and third were measured at httpbingo.org.
  const NAMED: [path: string, name: string][] = [
    ['/zipped', 'a.csv'],
    ['/as/text/plain/base64/Y2Fmw6k=', 'Y2Fmw6k=.txt'],
    ['/as/text/plain/response-headers?a=b.c', 'response-headers.txt'],
    ['/as/image/png/b.png?c', 'b.png'],
    ['/as/application/json/orders', 'orders.json'],
  ];

  test('a blob is named by the answer or the address', async () => {
    const names = await realm.runEach(
      nameOf,
      NAMED.map(([path]): [string] => [root + path]),
    );
    expect(names.map((name, at) => [NAMED[at]?.[0], name])).toEqual(NAMED);
  });

  const NAMELESS = [
    '',
    '/x',
    '/as/image/png/b.gif',
    '/as/application/octet-stream/b',
    '/as/text/plain/a%20b',
    '/as/image/jpeg/b',
  ];

  test('where the name of a blob is not known, only asking for it throws', async () => {
    const own = (url: string) => {
      const blob = UrlFetchApp.fetch(url).getBlob();
      return [blob.copyBlob().setName('own').getName(), blob.getBytes().length > 0];
    };
    const told = await realm.runAll(
      ...NAMELESS.flatMap((path): Step[] => [
        [nameOf, root + path],
        [own, root + path],
      ]),
    );
    expect(told).toEqual(
      NAMELESS.flatMap(() => [expect.stringContaining('name it with setName'), ['own', true]]),
    );
  });

  test('a 302 is followed by a GET, a 307 by the same request, and neither without followRedirects', async () => {
    const redirected = (url: string, options: Options) =>
      JSON.parse(UrlFetchApp.fetch(url, options).getContentText());
    const code = (url: string) => UrlFetchApp.fetch(url, { followRedirects: false }).getResponseCode();
    const post: Options = { method: 'post', payload: 'a' };
    const told = await realm.runAll(
      [redirected, `${root}/moved`, post],
      [redirected, `${root}/kept`, post],
      [code, `${root}/moved`],
    );
    expect(told).toMatchObject([
      { method: 'GET', path: '/there', body: '' },
      { method: 'POST', path: '/there', body: 'a' },
      302,
    ]);
  });

  test('an error status throws, and does not when muted', async () => {
    const code = (url: string, muteHttpExceptions: boolean) =>
      UrlFetchApp.fetch(url, { muteHttpExceptions }).getResponseCode();
    expect(
      await realm.runEach(
        code,
        [false, true].map((muted): [string, boolean] => [`${root}/broken`, muted]),
      ),
    ).toEqual([
      `Exception: Request failed for ${root} returned code 500. Truncated server response: no luck (use muteHttpExceptions option to examine full response)`,
      500,
    ]);
  });

  test('fetchAll answers in order, and one bad host loses them all', async () => {
    const codes = (...urls: string[]) =>
      UrlFetchApp.fetchAll(urls).map((response) => response.getResponseCode());
    const post = (url: string) => {
      const [first, second] = UrlFetchApp.fetchAll([{ url, method: 'post', payload: 'a' }, url]);
      return [first, second].map((response) => JSON.parse(response?.getContentText() ?? '').method);
    };
    const told = await realm.runAll(
      [codes, `${root}/a`, `${root}/b`],
      [post, `${root}/a`],
      [codes, `${root}/a`, 'http://127.0.0.1:1/'],
    );
    expect(told).toEqual([[200, 200], ['POST', 'GET'], expect.stringContaining('Address unavailable')]);
  });

  test('requests of fetchAll that time out wait at the same time', async () => {
    const silent = http.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { calls, error } = await realm.execute(
      (to: string) => {
        const request = { url: to, timeoutSeconds: 1 };
        UrlFetchApp.fetchAll([request, request, request]);
      },
      [url],
    );
    expect(error?.message).toBe(`Timeout: ${url}`);
    expect(calls.map(({ ms }) => ms)).toEqual([160 + 3 * 20 + 1_000]);
    silent.close();
  });

  test('an answer that needs another execution of the same runtime arrives', async () => {
    const slow = http.createServer((_, response) => {
      void realm.run(() => 'inner').then((text) => response.end(text));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    expect(await realm.run((to: string) => UrlFetchApp.fetch(to).getContentText(), url)).toBe('inner');
    slow.close();
  });

  test('a content type is sent without a payload too, and a POST always has one', async () => {
    const [json, posted, half] = await fetchEach([
      { path: '/x', options: { contentType: 'application/json' } },
      { path: '/x', options: { method: 'post' } },
      { path: '/x', options: { payload: { a: '\ud800' } } },
    ]);
    expect([json, posted]).toMatchObject([
      { type: 'application/json' },
      { type: 'application/x-www-form-urlencoded' },
    ]);
    // Half a surrogate pair in a form is a question mark.
    expect(half).toMatchObject({ body: 'a=%3F' });
  });

  const NOT_EMULATED: [string, Options][] = [
    ['a header with a line break', { headers: { a: 'b\nc' } }],
    ['a header beyond Latin-1', { headers: { a: '\u20ac' } }],
    ['a header with a blank in its name', { headers: { 'a b': 'c' } }],
    ['no time at all', { timeoutSeconds: 0 } as Options],
  ];

  test('what is not emulated throws by name', async () => {
    const told = await fetchEach(NOT_EMULATED.map(([, options]) => ({ path: '/x', options })));
    expect(told).toEqual(NOT_EMULATED.map(() => expect.stringContaining('is not emulated here.')));
  });

  test('20,000 fetches a day', async () => {
    realm.services.quotas.use('urlfetch', 20_000 - 1 - realm.services.quotas.used('urlfetch'));
    const [last, refused] = await fetchEach([{ path: '/x' }, { path: '/x' }]);
    expect(last).toMatchObject({ path: '/x' });
    expect(refused).toContain('Service invoked too many times for one day: urlfetch.');
    await realm.scheduler.advance(86_400_000);
    expect(await fetchEach([{ path: '/x' }])).toMatchObject([{ path: '/x' }]);
  });

  test('without script.external_request nothing is fetched', async () => {
    const bare = startRealm({ scopes: [] });
    await expect(bare.run((url: string) => UrlFetchApp.fetch(url), root)).rejects.toThrow(
      'Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: https://www.googleapis.com/auth/script.external_request',
    );
    await bare.close();
  });

  test('a fetch costs 160 ms and its bytes', async () => {
    const { calls } = await realm.execute((url: string) => UrlFetchApp.fetch(url), [`${root}/bytes`]);
    expect(calls.map(({ method, ms }) => [method, Math.round(ms)])).toEqual([['urlFetch.fetch', 160]]);
  });
});
