import type { Finding } from '../health/findings';
import { findTwilioSettings } from './twilio-settings';

/** Whether messages can be sent. */
export function leadFindings(): Finding[] {
  const how = findTwilioSettings()
    ? 'Connected.'
    : 'Not connected: every text message counts as delivered, and nobody gets one. See API > Connect Twilio, Public address.';
  return [{ what: 'Twilio', how }];
}
