import { checkProvider, type HealthCheck } from '../health/checks';
import { findTwilioSettings, TOKEN_REMEDY, TWILIO } from './twilio';

export function leadChecks(): HealthCheck[] {
  const label = TWILIO.name;
  if (findTwilioSettings())
    return [checkProvider(label, { down: 'Text messages wait meanwhile.', refused: TOKEN_REMEDY })];
  const detail =
    'Not connected: text messages count as delivered, but none is sent. Choose API > Connect Twilio and API > Public address.';
  return [{ label, detail }];
}
