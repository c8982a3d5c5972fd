import type { Finding } from '../health/findings';
import { findTwilioSettings } from './twilio-settings';

/** Whether messages can be sent. */
export function leadFindings(): Finding[] {
  const how = findTwilioSettings()
    ? 'Connected.'
    : 'Not connected: text messages count as delivered, but none is sent. Choose API > Connect Twilio and API > Public address.';
  return [{ what: 'Twilio', how }];
}
