import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { OUTPUT } from '../realm/returned';

type Official = GoogleAppsScript.Content.ContentService;
type TextOutput = GoogleAppsScript.Content.TextOutput;

const MIME_TYPE = officialEnum<Official['MimeType']>('Content.MimeType');

/** The content type of each MimeType: developers.google.com/apps-script/reference/content/mime-type */
const CONTENT_TYPES: Record<string, string> = {
  ATOM: 'application/atom+xml',
  CSV: 'text/csv',
  ICAL: 'text/calendar',
  JAVASCRIPT: 'application/javascript',
  JSON: 'application/json',
  RSS: 'application/rss+xml',
  TEXT: 'text/plain',
  VCARD: 'text/vcard',
  XML: 'text/xml',
};

export const contentService = emulated<Official>('Content.ContentService', {
  MimeType: MIME_TYPE,
  createTextOutput: (content: string = '') => textOutputOf(content),
} satisfies Official);

/** A text response of a web app; `returned.ts` turns it into plain values. */
function textOutputOf(text: string): TextOutput {
  // Null after it was cleared: test/testcontent.js of github.com/brucemcpherson/gas-fakes.
  let content: string | null = text;
  let mimeType = MIME_TYPE.TEXT;
  let fileName: string | null = null;
  const output: TextOutput = emulated('Content.TextOutput', {
    append(added: string) {
      content = (content ?? '') + added;
      return output;
    },
    clear() {
      content = null;
      return output;
    },
    setContent(given: string) {
      content = given;
      return output;
    },
    setMimeType(given: typeof mimeType) {
      mimeType = given;
      return output;
    },
    downloadAsFile(name: string) {
      fileName = name;
      return output;
    },
    getContent: () => content as string,
    getMimeType: () => mimeType,
    getFileName: () => fileName as string,
    [OUTPUT]: () => ({
      kind: 'text',
      content: content ?? '',
      mimeType: CONTENT_TYPES[String(mimeType)],
      ...(fileName === null ? {} : { downloadAs: fileName }),
    }),
  } satisfies TextOutput & { [OUTPUT]: unknown });
  return output;
}
