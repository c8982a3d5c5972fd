import type { Routes } from '../http/route';
import { ADF_ROUTES } from './adf/adf';
import { VEHICLE_ROUTES } from './inventory/vehicles';
import { APPOINTMENT_ROUTES } from './lead/appointment';
import { CHOICE_ROUTES } from './lead/choices';
import { DELETED_LEAD_ROUTES } from './lead/deleted-leads';
import { EXTERNAL_ID_ROUTES } from './lead/external-id';
import { IMPORT_ROUTES } from './lead/import';
import { LEAD_REPORT_ROUTES } from './lead/lead-reports';
import { LEADS_ROUTES } from './lead/leads';
import { MERGE_ROUTES } from './lead/merge';
import { REPEAT_PUSH_ROUTES } from './lead/repeat-push';
import { REPORT_ROUTES } from './lead/reports';
import { MESSAGE_ROUTES } from './thread/messages';
import { TEXT_ROUTES } from './thread/webhook';

/** Interface section 4, the lead desk. */
export const LEAD_ROUTES: Routes = {
  ...LEADS_ROUTES,
  ...EXTERNAL_ID_ROUTES,
  ...APPOINTMENT_ROUTES,
  ...MERGE_ROUTES,
  ...CHOICE_ROUTES,
  ...IMPORT_ROUTES,
  ...ADF_ROUTES,
  ...DELETED_LEAD_ROUTES,
  ...VEHICLE_ROUTES,
  ...REPORT_ROUTES,
  ...REPEAT_PUSH_ROUTES,
  ...MESSAGE_ROUTES,
  ...TEXT_ROUTES,
  ...LEAD_REPORT_ROUTES,
};
