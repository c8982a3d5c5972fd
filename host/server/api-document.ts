import { EVENTS } from '../../src/api/events';
import { GUIDE } from '../../src/document/guide';
import { toDocument } from '../../src/http/openapi';
import { withDocument } from '../../src/http/web-app';
import { HOST_ROUTES } from './api';

/** What the build puts beside the code of a host's workers. */
export const API_DOCUMENT = toDocument(withDocument(HOST_ROUTES), GUIDE, EVENTS);
