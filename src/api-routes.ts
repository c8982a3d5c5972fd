import { DESK_ROUTES } from './api-desks';
import { HEALTH_ROUTES } from './api-health';
import type { Routes } from './http/route';

/** Every endpoint of the API. */
export const API_ROUTES: readonly Routes[] = [HEALTH_ROUTES, ...DESK_ROUTES];
