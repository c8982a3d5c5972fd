import { API_ROUTES } from './api-routes';
import { withDocument } from './http/document';
import { toDocument } from './http/openapi';

/** What the build puts beside the api's code. */
export const API_DOCUMENT = toDocument(withDocument(API_ROUTES));
