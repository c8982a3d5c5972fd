import type { Grants } from '../account/grants';
import type { Costs } from '../execution/costs';
import type { Service } from '../execution/service';
import type { MailCalls } from './calls';
import { type MailParts, sendMail } from './outgoing';

const COSTS: Costs<MailCalls> = { 'mail.send': { ms: 300 }, 'mail.quota': { ms: 30 } };

const SCOPE = 'script.send_mail';

/** MailApp. */
export function mailService(context: MailParts & { grants: Grants }): Service<MailCalls> {
  const { grants, quotas } = context;
  return {
    costs: COSTS,
    handlers: {
      'mail.send': async (execution, mail) => {
        grants.assert(execution, 'MailApp.sendEmail', SCOPE);
        await sendMail(context, execution, mail);
      },
      'mail.quota': (execution) => {
        grants.assert(execution, 'MailApp.getRemainingDailyQuota', SCOPE);
        return quotas.left('mailRecipients');
      },
    },
  };
}
