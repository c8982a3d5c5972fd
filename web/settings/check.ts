import type { Checked } from '../../src/tracker/answers';
import { announce } from '../announce';
import { readBell } from '../bell/poll';
import { tellNews } from '../news';
import { call } from '../server';
import { createStore } from '../store';
import { counted } from '../words';
import { loadSettings } from './load';

interface Check {
  isRunning?: boolean;
  answer?: Checked;
  error?: Error;
}

/** A check by hand goes on while the owner looks at other pages. */
export const check = createStore<Check>({});

export async function checkNow(): Promise<void> {
  if (check.get().isRunning) return;
  check.set({ isRunning: true });
  announce('Checking');
  try {
    const answer = await call('checkMail');
    check.set({ answer });
    announce(inWords(answer));
    if (answer.newMessages > 0) tellNews();
  } catch (error) {
    check.set({ error: error as Error });
  }
  // Also a check that failed may have changed what is wrong, and have stored some mail.
  await Promise.all([loadSettings(), readBell(true)]);
}

export function inWords({ newCases: { length: cases }, newMessages }: Checked): string {
  if (cases > 0) return counted(cases, 'new case');
  return newMessages > 0 ? `${counted(newMessages, 'new message')} on known cases` : 'Nothing new';
}
