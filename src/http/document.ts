import * as v from 'valibot';
import { type Routes, route } from './route';

/** The file beside the code that the build writes the OpenAPI document to. */
const FILE = 'openapi';

/**
 * The route tables with one more, which tells of them all. Its answer is made with the bundle and lies in a file of
 * its own: whatever stands in the code is parsed anew with every request.
 */
export function withDocument(routes: readonly Routes[]): readonly Routes[] {
  return [...routes, DOCUMENT];
}

const DOCUMENT: Routes = {
  'GET /openapi.json': route({
    summary: 'Returns the OpenAPI document of this API.',
    access: 'public',
    answer: v.objectWithRest({ openapi: v.string() }, v.unknown()),
    handle: () => JSON.parse(HtmlService.createTemplateFromFile(FILE).getRawContent()),
  }),
};
