import type { Routes } from '../http/route';
import { CHOICE_ROUTES } from './choices';
import { DELETED_LEAD_ROUTES } from './deleted-leads';
import { IMPORT_ROUTES } from './import';
import { LEADS_ROUTES } from './leads';
import { MESSAGE_ROUTES } from './messages';
import { REPORT_ROUTES } from './reports';
import { VEHICLE_ROUTES } from './vehicles';
import { TWILIO_ROUTES } from './webhook';

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  ...LEADS_ROUTES,
  ...CHOICE_ROUTES,
  ...IMPORT_ROUTES,
  ...DELETED_LEAD_ROUTES,
  ...VEHICLE_ROUTES,
  ...REPORT_ROUTES,
  ...MESSAGE_ROUTES,
  ...TWILIO_ROUTES,
};
