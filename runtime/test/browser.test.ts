import type { Answer } from '../execution/dialogs';
import { type Realm, startRealm } from './harness/realm';

// Source: developers.google.com/apps-script/reference/base/browser
describe('Browser', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const answered = async (snippet: () => unknown, answer: Answer) => {
    const { returned, dialogs, error } = await realm.execute(snippet, [], {
      kind: 'menu',
      answers: [answer],
    });
    if (error) throw new Error(error.message);
    return [returned?.kind === 'value' && returned.json, dialogs.shown];
  };

  test('a message box answers with the button in lower case, and cancel if it was closed', async () => {
    const ask = () => Browser.msgBox('T', 'Sure?', Browser.Buttons.YES_NO);
    const shown = [{ kind: 'alert', title: 'T', text: 'Sure?', buttons: 'YES_NO' }];
    expect(await answered(ask, { button: 'NO' })).toEqual(['"no"', shown]);
    expect(await answered(ask, { button: 'CLOSE' })).toEqual(['"cancel"', shown]);
  });

  test('an input box answers with the text, and cancel if it was cancelled', async () => {
    const ask = () => Browser.inputBox('Name?', Browser.Buttons.OK_CANCEL);
    const shown = [{ kind: 'prompt', title: '', text: 'Name?', buttons: 'OK_CANCEL' }];
    expect(await answered(ask, { button: 'OK', text: 'Ann' })).toEqual(['"Ann"', shown]);
    expect(await answered(ask, { button: 'CANCEL', text: 'Ann' })).toEqual(['"cancel"', shown]);
  });

  test('without an open editor there is no dialog', async () => {
    const { error } = await realm.execute(() => Browser.msgBox('a'), [], { kind: 'trigger' });
    expect(error?.message).toBe('Cannot call Browser.msgBox() from this context.');
  });
});
