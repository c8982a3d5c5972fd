import { serveScripts, TOKEN } from './harness/serve';

const echo = (event: object) =>
  ContentService.createTextOutput(JSON.stringify(event)).setMimeType(ContentService.MimeType.JSON);

let runtime: Awaited<ReturnType<typeof serveScripts>>;

beforeAll(async () => {
  runtime = await serveScripts({
    mine: {
      doGet: () => HtmlService.createHtmlOutput('<p>Mine</p>').setTitle('My <page>'),
      doPost: () =>
        HtmlService.createHtmlOutput('framed').setXFrameOptionsMode(HtmlService.XFrameOptionsMode.ALLOWALL),
    },
    open: {
      doGet: (event: { parameter: { do?: string } }) => {
        if (event.parameter.do === 'fail') throw new TypeError('It <broke>');
        if (event.parameter.do === 'nothing') return undefined;
        if (event.parameter.do === 'agent') return echo({ agent: HtmlService.getUserAgent() });
        if (event.parameter.do === 'object') return { plain: true };
        if (event.parameter.do === 'promise') return Promise.resolve(echo(event));
        return echo(event);
      },
      doPost: echo,
      echo,
      agent: () => HtmlService.getUserAgent(),
      promise: async () => 1,
    },
  });
});
afterAll(() => runtime.close());

const ask = (suffix = '', init: RequestInit = {}) => fetch(runtime.urls.open + suffix, init);
const event = async (suffix = '', init: RequestInit = {}) => (await ask(suffix, init)).json();
const post = (body: string, type: string, suffix = '') =>
  event(suffix, { method: 'POST', body, headers: { 'content-type': type } });

// developers.google.com/apps-script/reference/html/html-service#getUserAgent()
test('what the browser calls itself reaches the web app, and nothing else', async () => {
  expect(await event('?do=agent', { headers: { 'user-agent': 'Mine/1.0' } })).toEqual({ agent: 'Mine/1.0' });
  const { open } = runtime.scripts;
  expect((await runtime.run(open, 'agent')).returned).toMatchObject({ kind: 'value', json: 'null' });
  const called = await runtime.run(open, 'agent', [], { kind: 'page function' });
  expect(called.error?.message).toContain('HtmlService.getUserAgent in a call of a page is not emulated');
});

describe('the event', () => {
  const nothing = { contextPath: '', queryString: '', parameter: {}, parameters: {}, contentLength: -1 };

  test('of a bare GET has every field but a path and a body', async () => {
    expect(await event()).toEqual(nothing);
  });

  test('has the raw query, and the first and all of its values', async () => {
    expect(await event('?a=1&a=2&b=%C3%A9+x&c[]=3')).toEqual({
      ...nothing,
      queryString: 'a=1&a=2&b=%C3%A9+x&c[]=3',
      parameter: { a: '1', b: 'é x', 'c[]': '3' },
      parameters: { a: ['1', '2'], b: ['é x'], 'c[]': ['3'] },
    });
  });

  test('of a POST holds the body, never parsed', async () => {
    expect(await post('{"a":"é"}', 'application/json', '?x=1')).toEqual({
      ...nothing,
      queryString: 'x=1',
      parameter: { x: '1' },
      parameters: { x: ['1'] },
      contentLength: 10,
      postData: { length: 10, type: 'application/json', contents: '{"a":"é"}', name: 'postData' },
    });
  });

  test('of a form merges its fields behind those of the query', async () => {
    const { parameter, parameters, queryString } = await post(
      'a=2&b=3',
      'application/x-www-form-urlencoded',
      '?a=1',
    );
    expect({ parameter, parameters, queryString }).toEqual({
      parameter: { a: '1', b: '3' },
      parameters: { a: ['1', '2'], b: ['3'] },
      queryString: 'a=1',
    });
  });

  test('takes JSON that is sent as a form for one name', async () => {
    const { parameter } = await post('{"a":1}', 'application/x-www-form-urlencoded');
    expect(parameter).toEqual({ '{"a":1}': '' });
  });

  test('of a POST without a body has an empty one', async () => {
    expect(await event('', { method: 'POST' })).toMatchObject({
      contentLength: 0,
      postData: { contents: '' },
    });
  });
});

describe('text output', () => {
  test('is behind a redirect, once, for a GET from anywhere', async () => {
    const redirect = await ask('', { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    const place = redirect.headers.get('location') ?? '';
    expect((await fetch(place, { method: 'POST' })).status).toBe(405);
    expect((await fetch(place, { method: 'HEAD' })).ok).toBe(false);
    const answer = await fetch(place);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(place)).status).toBe(404);
  });
});

describe('HTML output', () => {
  test('is served directly, in a frame that may not navigate the top', async () => {
    const answer = await fetch(runtime.urls.mine, { redirect: 'manual' });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(page).toContain('<title>My &lt;page&gt;</title>');
    expect(page).toMatch(/<iframe [^>]*sandbox="allow-same-origin allow-forms/);
    expect(page).not.toContain('allow-top-navigation');
    expect(page).not.toContain('<p>Mine</p>');
  });

  test('may be framed where the script says so', async () => {
    const answer = await fetch(runtime.urls.mine, { method: 'POST' });
    expect(answer.headers.get('x-frame-options')).toBeNull();
  });
});

describe('an error is a page with status 200', () => {
  test.each([
    ['an exception', '?do=fail', /TypeError: It &lt;broke&gt; \(line \d+, file &quot;Code&quot;\)/],
    ['no return value', '?do=nothing', /did not return anything/],
    ['another return value', '?do=object', /not a supported return type/],
  ])('%s', async (_, query, words) => {
    const answer = await ask(query);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('<title>Error</title>');
    expect(page).toMatch(words);
  });
});

describe('methods and addresses', () => {
  test.each([
    ['HEAD', 403],
    ['PUT', 405],
    ['PATCH', 405],
    ['DELETE', 405],
    ['OPTIONS', 405],
  ])('%s answers %i and runs nothing', async (method, status) => {
    const before = runtime.executions.length;
    expect((await ask('', { method })).status).toBe(status);
    expect(runtime.executions.length).toBe(before);
  });

  test.each(['?c=1', '?sid=1'])('the reserved name in %s answers 405', async (query) => {
    const answer = await ask(query);
    expect(answer.status).toBe(405);
    expect(await answer.text()).toContain('Sorry, the file you have requested does not exist.');
  });

  test('a reserved name in a form answers 405', async () => {
    expect((await ask('', { method: 'POST', body: new URLSearchParams({ sid: '1' }) })).status).toBe(405);
  });

  test('a path sends strangers to a login page, and its owner on', async () => {
    const stranger = await ask('/some/path', { redirect: 'manual' });
    expect(stranger.status).toBe(302);
    expect(stranger.headers.get('location')).toMatch(/^\/accounts\/login/);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await event('/some/path?x=1', { headers })).toMatchObject({
      pathInfo: 'some/path',
      queryString: 'x=1',
    });
  });

  test('access_token lets its owner in, and is seen', async () => {
    expect(await event(`/a?access_token=${TOKEN}`)).toMatchObject({ parameter: { access_token: TOKEN } });
    expect((await ask('?access_token=wrong')).status).toBe(401);
  });

  test('/dev runs the same', async () => {
    const answer = await fetch(runtime.urls.open.replace(/exec$/, 'dev?a=1'));
    expect(await answer.json()).toMatchObject({ parameter: { a: '1' } });
  });

  test('an unknown deployment answers 404', async () => {
    expect((await fetch(`${runtime.urls.home}/macros/s/other/exec`)).status).toBe(404);
  });
});

// Evidence: public projects keep promises out of their handlers for this message
test('a promise is no supported return type', async () => {
  expect(await (await ask('?do=promise')).text()).toContain('not a supported return type');
});

test('a promise as the result of google.script.run is refused by name: no source says what Google answers', async () => {
  const response = await fetch(runtime.urls.open.replace(/exec$/, 'callback'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ function: 'promise', args: [] }),
  });
  expect(await response.json()).toEqual({
    error: { message: 'A promise as the result of google.script.run is not emulated here.' },
  });
});
