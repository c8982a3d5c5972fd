import type { HealthCheck } from '../health/checks';
import { findTwilioSettings } from './twilio';

export function leadChecks(): HealthCheck[] {
  const detail = findTwilioSettings()
    ? 'Connected.'
    : 'Not connected: text messages count as delivered, but none is sent. Choose API > Connect Twilio and API > Public address.';
  return [{ label: 'Twilio', detail }];
}
