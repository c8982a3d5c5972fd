import { useEffect, useState } from 'preact/hooks';
import type { CaseView, MessageView } from '../../../src/tracker/case/answers';
import { useAsyncAction } from '../feedback';
import { call } from '../server';
import { TEXTS } from '../texts';

/** Loads the owner's answers, which the script reads from the mailbox once the case is on the screen. */
export function useOwnReplies({ caseNumber, repliedAt, messages }: CaseView) {
  const [replies, setReplies] = useState<readonly MessageView[]>([]);
  const { start, errorNotice } = useAsyncAction(TEXTS.case.repliesNotLoaded, async () => {
    setReplies((await call('getReplies', caseNumber)).replies);
  });
  useEffect(() => {
    if (repliedAt) void start();
  }, [repliedAt, messages.length]);
  /** Lists the replies before the message at this place and after the one before it; at the end, those after the last. */
  const repliesBefore = (at: number) => {
    const from = messages[at - 1]?.date ?? '';
    const to = messages[at]?.date;
    return replies.filter(({ date }) => (date ?? '') >= from && (to == null || (date ?? '') < to));
  };
  return { repliesBefore, errorNotice };
}
