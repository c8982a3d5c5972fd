import * as v from 'valibot';
import { type Routes, route } from './http/route';

/** For whoever watches from outside: the script runs and answers. No sheet is touched. */
export const HEALTH: Routes = {
  'GET /v1/health': route({
    summary: 'Tells that the service answers.',
    access: 'public',
    answer: v.strictObject({ status: v.literal('ok') }),
    handle: () => ({ status: 'ok' }),
  }),
};
