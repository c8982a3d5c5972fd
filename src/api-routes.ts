import { ACCOUNT_ROUTES } from './accounts/routes';
import { PUSH_ROUTES } from './cafe/pushes/push-routes';
import { CAFE_ROUTES } from './cafe/routes';
import { HEALTH } from './health-route';
import type { Routes } from './http/route';
import { LEAD_ROUTES } from './leads/routes';

/** Every endpoint of the api, and nothing else. */
export const API_ROUTES: readonly Routes[] = [HEALTH, ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES, PUSH_ROUTES];
