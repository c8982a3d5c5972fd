import { type Costs, FREE } from '../execution/costs';
import { type Service, ServiceError } from '../execution/service';
import type { HtmlCalls } from './calls';

const COSTS: Costs<HtmlCalls> = { 'html.file': FREE, 'html.userAgent': FREE };

/** Answers the HTML files of a script. */
export function htmlService(): Service<HtmlCalls> {
  return {
    costs: COSTS,
    handlers: {
      'html.userAgent': ({ kind, userAgent }) => {
        if (kind === 'page function')
          throw new ServiceError('HtmlService.getUserAgent in a call of a page is not emulated here.', {
            name: 'Error',
          });
        return userAgent ?? null;
      },
      'html.file': ({ script }, name) =>
        script.files.get(`${name.replace(/\.html$/, '')}.html`)?.text ?? null,
    },
  };
}
