import type { HtmlCalls } from '../protocol/html';
import type { Service } from '../runtime/service';

/** HTML files are part of the script. */
export function htmlService(): Service<HtmlCalls> {
  return {
    handlers: {
      'html.file': ({ script }, name) =>
        script.files.get(`${name.replace(/\.html$/, '')}.html`)?.text ?? null,
    },
  };
}
