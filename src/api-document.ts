import { API_ROUTES } from './api-routes';
import { toDocument } from './http/openapi';
import { withDocument } from './http/web-app';

/** What the build puts beside the api's code. */
export const API_DOCUMENT = toDocument(withDocument(API_ROUTES));
