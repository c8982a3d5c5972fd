import type { Context } from 'hono';
import type { Execution } from '../execution/execution';
import type { Returned } from '../execution/run';
import { listCallable } from '../execution/script';
import type { Runtime } from '../runtime';
import type { WebAppEvent } from './event';
import { escapeHtml, toScriptJson } from './html';

interface Served {
  execution: Execution;
  page: Extract<Returned, { kind: 'html' }>;
  event: Pick<WebAppEvent, 'parameter' | 'parameters'>;
}

/** The sandbox of facts 2.4: a bound script's page may never navigate the top frame. */
const SANDBOX = [
  'allow-same-origin',
  'allow-forms',
  'allow-scripts',
  'allow-popups',
  'allow-downloads',
  'allow-modals',
  'allow-popups-to-escape-sandbox',
].join(' ');

const STYLE = 'html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; }';

/**
 * A page of HtmlService runs two frames deep, in another origin than the address bar's, and exchanges messages with the
 * outer page. The other origin is this server under its other name.
 */
export class Frames {
  private readonly readFile: Runtime['readFile'];
  private readonly home: URL;

  constructor({ readFile, urls }: Runtime) {
    this.readFile = readFile;
    this.home = new URL(urls.home);
  }

  outer(c: Context, { execution: { script }, page, event }: Served): Response {
    const other = this.otherOrigin(c);
    const { parameter, parameters } = event;
    const functions = listCallable(script);
    const callback = `/macros/s/${script.deploymentId}/callback`;
    const setup = { html: page.content, functions, callback, panel: other, parameter, parameters };
    if (page.xFrameOptions !== 'ALLOWALL') c.header('x-frame-options', 'SAMEORIGIN');
    return c.html(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escapeHtml(page.title)}</title>
    ${metaTags(page)}
    <style>${STYLE}</style>
  </head>
  <body>
    <iframe id="sandboxFrame" title="${escapeHtml(page.title || 'Web app')}" sandbox="${SANDBOX}" src="${other}/macros/panel"></iframe>
    <script>const setup = ${toScriptJson(setup)};</script>
    <script>${this.readFile('outer.js')}</script>
  </body>
</html>
`);
  }

  /** The frame in the middle: it contains the user's page and gives it `google.script`. */
  panel(c: Context): Response {
    c.header('content-security-policy', `frame-ancestors ${this.otherOrigin(c)}`);
    return c.html(`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Panel</title><style>${STYLE}</style></head>
  <body><script>const outer = ${toScriptJson(this.otherOrigin(c))};</script><script>${this.readFile('panel.js')}</script></body>
</html>
`);
  }

  private otherOrigin(c: Context): string {
    const name = new URL(c.req.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    return new URL(`http://${name}:${this.home.port}`).origin;
  }
}

function metaTags({ metaTags, faviconUrl }: Served['page']): string {
  const tags = Object.entries(metaTags).map(
    ([name, content]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );
  if (faviconUrl) tags.push(`<link rel="icon" href="${escapeHtml(faviconUrl)}">`);
  return tags.join('\n    ');
}
