import { DOUBT_NAMES } from '../../runtime/doubts';
import { openStore } from '../../runtime/store';
import { Newcomer } from '../deploy/newcomer';
import { runReceived } from '../deploy/received';
import { START } from '../harness/local';
import { Account } from './account';
import { describeAccounts } from './journeys';

/** What the deploy command has sent to Google, the wide scope and the true addresses in it. */
let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
  const { code, text } = await anna.deploy('--wide-sheets', 'desk', '--wide-sheets', 'api');
  if (code !== 0) throw new Error(text);
});
afterAll(() => anna.leave());

describeAccounts(
  [[], ['service-url-lies' as const], DOUBT_NAMES].map((doubts) => ({ doubts, wideSheets: true })),
  async ({ doubts }) => {
    const behaviour = { doubts: new Set(doubts) };
    return new Account(await runReceived(anna.google, openStore(':memory:'), START, behaviour));
  },
);
