import type { Routes } from '../http/route';
import { LEADS_ROUTES } from './leads';
import { MESSAGE_ROUTES } from './messages';
import { REPORT_ROUTES } from './reports';
import { VEHICLE_ROUTES } from './vehicles';
import { TWILIO_ROUTES } from './webhook';

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  ...LEADS_ROUTES,
  ...VEHICLE_ROUTES,
  ...REPORT_ROUTES,
  ...MESSAGE_ROUTES,
  ...TWILIO_ROUTES,
};
