import type { Doubt } from '../doubts';
import { startRealm } from './harness/realm';

/** What services throw there, each in its turn. */
async function thrownWith(doubts: Doubt[], urls: readonly string[]): Promise<string[]> {
  const realm = startRealm({ doubts: new Set(doubts) });
  try {
    realm.services.quotas.use('urlfetch', 20_000);
    return (await realm.run((addresses: readonly string[]) => {
      const told = (work: () => unknown): string => {
        try {
          return String(work());
        } catch (error) {
          return String(error);
        }
      };
      return [
        ...addresses.map((url) => told(() => UrlFetchApp.fetch(url))),
        told(() => UrlFetchApp.fetch('http://')),
        told(() => SpreadsheetApp.openById('sheet')),
        told(() => PropertiesService.getScriptProperties().setProperty('name', null as never)),
      ];
    }, urls)) as string[];
  } finally {
    await realm.close();
  }
}

const URL = 'https://api.test/v1?secret=1';

test('with messages-in-japanese nothing that a service throws is in English, but names, addresses and scopes', async () => {
  expect(await thrownWith(['messages-in-japanese'], [URL])).toEqual([
    'Exception: 1 日にサービス urlfetch を実行した回数が多すぎます。',
    'Exception: エラーが発生しました: http://',
    expect.stringMatching(/^Exception: .*[ぁ-ん]/),
    'Exception: エラーが発生しました: value',
  ]);
});

/** developers.google.com/apps-script/guides/services/quotas, and what public scripts quote. */
test('with messages-reworded each public form has its turn', async () => {
  expect((await thrownWith(['messages-reworded'], [URL, URL, URL, URL, URL])).slice(0, 5)).toEqual([
    'Exception: Service invoked too many times: urlfetch.',
    'Exception: Service invoked too many times in a short time: urlfetch. Try Utilities.sleep(1000) between calls.',
    `Exception: Bandwidth quota exceeded: ${URL}. Try reducing the rate of data transfer.`,
    'Exception: Limit exceeded: UrlFetch Calls.',
    'Exception: Service invoked too many times: urlfetch.',
  ]);
});
