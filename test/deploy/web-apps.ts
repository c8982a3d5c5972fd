import type { AppsScript, RemoteFile } from './apps-script';

const LOGIN = 'https://accounts.google.com/ServiceLogin?service=wise&passive=1209600&continue=';
const ECHO = 'https://script.googleusercontent.com/macros/echo';

/** As far as others have seen them; `gateway/google-page.ts` names where. */
export const PAGES = {
  consent: page('Authorization needed', '<div id="auth-required">API sheet needs your permission.</div>'),
  crash: page('Error', '<div>TypeError: Cannot read properties of null (line 12, file "Code")</div>'),
  missing: page('Page Not Found', '<p>Sorry, unable to open the file at this time.</p>'),
  quota: page('Error', '<div>Service invoked too many times in a short time: exec qps.</div>'),
  denied: page('Access Denied', '<p>You need access</p>'),
} as const;

/** What stands at the addresses of deployments, for a stranger. */
export class WebApps {
  /** Whether the owner of the api has chosen Set up. */
  isSetUp = false;
  /** Answers an address in the place of the script, where it does. */
  instead: ((url: URL) => Promise<Response> | Response | undefined) | undefined;
  /** Of a JSON body: what the api says of itself once it is set up. */
  health: (files: readonly RemoteFile[]) => object = (files) => ({ status: 'ok', version: versionIn(files) });
  private readonly google: AppsScript;
  private readonly kept: string[] = [];

  constructor(google: AppsScript) {
    this.google = google;
  }

  /** Undefined for an address that is no web app's. */
  answer(url: URL): Response | Promise<Response> | undefined {
    if (url.hostname === 'script.googleusercontent.com') return this.echo(url);
    if (url.hostname !== 'script.google.com') return undefined;
    const [, id] = /^\/macros\/s\/([\w-]+)\/exec$/.exec(url.pathname) ?? [];
    const files = this.filesOf(id);
    if (!files) return html(PAGES.missing, 404);
    return this.instead?.(url) ?? this.answerAs(files, url);
  }

  private answerAs(files: readonly RemoteFile[], url: URL): Response {
    const { webapp } = JSON.parse(files.find(({ type }) => type === 'JSON')?.source ?? '{}');
    const isOpen = webapp?.access === 'ANYONE_ANONYMOUS' && !this.google.doubts.has('access-is-myself');
    if (!isOpen) return Response.redirect(LOGIN + encodeURIComponent(url.href));
    return this.isSetUp ? this.redirect(JSON.stringify(this.health(files))) : html(PAGES.consent);
  }

  /** The answer lies elsewhere, as that of every script that answers text. */
  redirect(text: string): Response {
    this.kept.push(text);
    return Response.redirect(`${ECHO}?user_content_key=${this.kept.length - 1}&lib=x`);
  }

  private echo(url: URL): Response {
    const text = this.kept[Number(url.searchParams.get('user_content_key'))];
    return new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  }

  private filesOf(id: string | undefined): RemoteFile[] | undefined {
    for (const { deployments, versions } of this.google.scripts) {
      const deployment = deployments.find(({ deploymentId }) => deploymentId === id);
      const version = deployment?.deploymentConfig.versionNumber;
      if (version !== undefined)
        return versions.find(({ versionNumber }) => versionNumber === version)?.files;
    }
    return undefined;
  }
}

export function html(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function versionIn(files: readonly RemoteFile[]): string | undefined {
  const code = files.find(({ name }) => name === 'Code')?.source ?? '';
  return /"(\d+\.\d+\.\d+[\w.-]*\+[0-9a-f]{8})"/.exec(code)?.[1];
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
}
