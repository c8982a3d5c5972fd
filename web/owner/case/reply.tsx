import { withAccount } from '../../../src/platform/account-url';
import type { CaseView } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { changeCases } from '../changes';
import { caseStore } from '../list/case-store';
import { settings } from '../settings/settings';
import { TEXTS } from '../texts';
import { PHONE, useMedia } from './media';

/** The id of the link that replies. */
const LINK_ID = 'reply';

/** Opens the thread in Gmail, on a phone a mail to whoever wrote last. Not before the case is loaded. */
export function ReplyLink({ view, onReply }: { view: CaseView | undefined; onReply: () => void }) {
  const isPhone = useMedia(PHONE);
  const address = useStore(settings).view?.address ?? '';
  useShortcuts([
    { keys: 'r', description: TEXTS.case.reply, run: () => document.getElementById(LINK_ID)?.click() },
  ]);
  if (!view) {
    return (
      <button type="button" disabled>
        {TEXTS.case.reply}
      </button>
    );
  }
  return (
    <a
      id={LINK_ID}
      class="button"
      href={isPhone ? mailUrl(view) : threadUrl(view, address)}
      target="_blank"
      rel="noopener noreferrer"
      title={isPhone ? undefined : TEXTS.case.replyHint}
      aria-keyshortcuts="r"
      onClick={onReply}
    >
      {isPhone ? TEXTS.case.replyByMail : TEXTS.case.reply}
    </a>
  );
}

/** After a reply: whether the case is in progress now. It stays until it is answered, since the owner is in another tab. */
export function ReplyOffer({ caseNumber, onDone }: { caseNumber: string; onDone: () => void }) {
  const { status } = useStore(caseStore).get(caseNumber) ?? {};
  const accept = () => {
    changeCases([caseNumber], { status: 'In Progress' });
    onDone();
  };
  return (
    <div class="offer" role="status">
      {status !== 'In Progress' && (
        <>
          <span>{TEXTS.case.replied}</span>
          <button type="button" class="quiet" onClick={accept}>
            {TEXTS.case.setInProgress}
          </button>
          <button type="button" class="quiet" onClick={onDone}>
            {TEXTS.case.dismiss}
          </button>
        </>
      )}
    </div>
  );
}

/** Returns the thread's URL in the account that the mail came to: others may be signed in as well. */
function threadUrl({ threadId }: CaseView, address: string): string {
  return `${withAccount('https://mail.google.com/mail/u/', address)}#all/${encodeURIComponent(threadId)}`;
}

function mailUrl({ sender, subject, messages }: CaseView): string {
  const newest = [...messages].reverse();
  const { from = sender, replyTo = '' } = newest.find(({ isAutomatic }) => !isAutomatic) ?? newest[0] ?? {};
  const addresses = replyTo.replace(/"[^"]*"/g, '').match(/[^\s<>,]+@[^\s<>,]+/g) ?? [from];
  const reply = /^\s*re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${addresses.map(encodeURIComponent).join(',')}?subject=${encodeURIComponent(reply)}`;
}
