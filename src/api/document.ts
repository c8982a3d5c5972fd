import { GUIDE } from '../document/guide';
import { toDocument } from '../http/openapi';
import { withDocument } from '../http/web-app';
import { EVENTS } from './events';
import { API_ROUTES } from './routes';

/** What the build puts beside the api's code. */
export const API_DOCUMENT = toDocument(withDocument(API_ROUTES), GUIDE, EVENTS);
