import type { Routes } from '../http/route';
import { DESK_ROUTES } from './desks';
import { HEALTH_ROUTES } from './health';

/** Every endpoint of the API. */
export const API_ROUTES: readonly Routes[] = [HEALTH_ROUTES, ...DESK_ROUTES];
