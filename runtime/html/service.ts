import type { Service } from '../execution/service';
import type { HtmlCalls } from './calls';

/** HTML files are part of the script. */
export function htmlService(): Service<HtmlCalls> {
  return {
    handlers: {
      'html.file': ({ script }, name) =>
        script.files.get(`${name.replace(/\.html$/, '')}.html`)?.text ?? null,
    },
  };
}
