import { EVENTS } from './api-events';
import { API_ROUTES } from './api-routes';
import { GUIDE } from './document/guide';
import { toDocument } from './http/openapi';
import { withDocument } from './http/web-app';

/** What the build puts beside the api's code. */
export const API_DOCUMENT = toDocument(withDocument(API_ROUTES), GUIDE, EVENTS);
