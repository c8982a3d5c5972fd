import { type Costs, FREE } from '../execution/costs';
import type { Service } from '../execution/service';
import type { HtmlCalls } from './calls';

const COSTS: Costs<HtmlCalls> = { 'html.file': FREE };

/** Answers the HTML files of a script. */
export function htmlService(): Service<HtmlCalls> {
  return {
    costs: COSTS,
    handlers: {
      'html.file': ({ script }, name) =>
        script.files.get(`${name.replace(/\.html$/, '')}.html`)?.text ?? null,
    },
  };
}
