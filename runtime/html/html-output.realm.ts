import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { OUTPUT } from '../realm/returned';
import { blobOf } from '../utilities/blob.realm';
import { toUtf8 } from '../utilities/utf8.realm';
import { ContextualEscaping } from './contextual-escaping.realm';

type HtmlOutput = GoogleAppsScript.HTML.HtmlOutput;
type HtmlTemplate = GoogleAppsScript.HTML.HtmlTemplate;
type MetaTag = GoogleAppsScript.HTML.HtmlOutputMetaTag;

/** The only names that addMetaTag accepts (facts 2.4). */
const META_TAGS = [
  'apple-mobile-web-app-capable',
  'google-site-verification',
  'mobile-web-app-capable',
  'viewport',
];

interface Page {
  content: string;
  title: string;
  faviconUrl?: string;
  metaTags: Record<string, string>;
  xFrameOptions: string;
}

/** Makes a template of what the page holds whenever it is evaluated. */
type ToTemplate = (read: () => string) => HtmlTemplate;

/** A page that a script builds; `returned.ts` turns it into plain values. */
export function htmlOutputOf(html: string, toTemplate: ToTemplate): HtmlOutput {
  const page: Page = {
    content: html,
    title: '',
    metaTags: {},
    xFrameOptions: 'DEFAULT',
  };
  const size: { width: number | null; height: number | null } = { width: null, height: null };
  const set = (part: Partial<Page>): HtmlOutput => {
    Object.assign(page, part);
    return output;
  };
  const toBlob = () => blobOf({ bytes: toUtf8(page.content), contentType: 'text/html', name: 'output.html' });
  const output: HtmlOutput = emulated('HTML.HtmlOutput', {
    append: (added: string) => set({ content: page.content + added }),
    appendUntrusted: (added: string) => set({ content: page.content + escaped(page.content, added) }),
    setContent: (content: string) => set({ content }),
    clear: () => set({ content: '' }),
    getContent: () => page.content,
    setTitle: (title: string) => set({ title }),
    getTitle: () => page.title,
    setFaviconUrl: (faviconUrl: string) => set({ faviconUrl }),
    getFaviconUrl: () => (page.faviconUrl ?? null) as string,
    addMetaTag(name: string, content: string) {
      if (!META_TAGS.includes(name))
        throw exception(`The specified meta tag cannot be used in this context: ${name}`);
      return set({ metaTags: { ...page.metaTags, [name]: content } });
    },
    getMetaTags: () =>
      Object.entries(page.metaTags).map(([name, content]) =>
        emulated('HTML.HtmlOutputMetaTag', {
          getName: () => name,
          getContent: () => content,
        } satisfies MetaTag),
      ),
    setXFrameOptionsMode: (mode: unknown) => set({ xFrameOptions: String(mode) }),
    // Google has only one sandbox mode left and ignores this too.
    setSandboxMode: () => output,
    setWidth(width: number) {
      size.width = width;
      return output;
    },
    getWidth: () => size.width as number,
    setHeight(height: number) {
      size.height = height;
      return output;
    },
    getHeight: () => size.height as number,
    asTemplate: () => toTemplate(() => page.content),
    getBlob: toBlob,
    getAs: (type: string) => toBlob().getAs(type),
    [OUTPUT]: () => ({ kind: 'html', ...page }),
  } satisfies Partial<HtmlOutput> & { [OUTPUT]: unknown });
  return output;
}

/** Escapes by where the content so far ends: developers.google.com/apps-script/reference/html/html-output */
function escaped(before: string, added: string): string {
  const escaping = new ContextualEscaping();
  escaping.feed(before);
  return escaping.escape(added);
}
