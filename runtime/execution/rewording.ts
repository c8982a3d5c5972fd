import type { Doubts } from '../doubts';

/**
 * Messages that an account in Japanese reads instead. Public scripts and reports quote each of these:
 * - the quota of a day: github.com/akaniknok, zenn and the README of `wes` ("1 日にサービス translate を実行した回数が多すぎます。"),
 *   lab.taf-jp.com/?p=679
 * - the two about permissions, with the URL of the scope: reports of DriveApp, FormApp and UrlFetchApp in public repositories
 * - the longest run, the server error and the address: the same kind of reports
 * The last two are translated here.
 */
const JAPANESE: readonly (readonly [RegExp, string])[] = [
  [/^Service invoked too many times for one day: (.+)\.$/, '1 日にサービス $1 を実行した回数が多すぎます。'],
  [
    /^Specified permissions are not sufficient to call (\S+)\. Required permissions: (.+)$/s,
    '指定された権限では $1 を呼び出すことができません。必要な権限: $2',
  ],
  [
    /^You do not have permission to call (\S+)\. Required permissions: (.+)$/s,
    '$1 を呼び出す権限がありません。必要な権限: $2',
  ],
  [/^Exceeded maximum execution time$/, '起動時間の最大値を超えました'],
  [
    /^We're sorry, a server error occurred\./,
    'サーバー エラーが発生しました。しばらくしてからもう一度試してください。',
  ],
  [/^Address unavailable: (.+)$/s, '使用できないアドレス: $1'],
  [/^Cannot convert (.+) to (.+)\.$/s, '$1 を $2 に変換できません。'],
  [/^No HTML file named (.+) was found\.$/s, '$1 という名前の HTML ファイルは見つかりませんでした。'],
];

/**
 * Parts that no translation touches: addresses, also of cells, instants, names of services, methods and types, numbers,
 * quotations.
 */
const KEPT =
  /https?:\/\/\S+|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|[\w.+-]+@[\w.-]+|\w+(?:\.\w+)+|"[^"]*"|'[^']*'|\([^()]*\)|\b[A-Z]{1,3}\d+\b|\b[A-Z][a-z]+[A-Z]\w+|\b\d[\d.,]*\b|(?<=: )\S+$/gs;

/** Messages of the runtime about itself stay in English. */
const OWN = /not emulated here/;

/** Puts a message as Google would in Japanese. If no wording is known, all that is left is what every language has. */
export function toJapanese(message: string): string {
  if (OWN.test(message)) return message;
  const known = JAPANESE.find(([pattern]) => pattern.test(message));
  if (known) return message.replace(known[0], known[1]);
  return ['エラーが発生しました', ...(message.match(KEPT) ?? [])].join(': ');
}

/**
 * Other words for the same, of which `{url}` is the address that was called.
 * - developers.google.com/apps-script/guides/services/quotas: "Service invoked too many times: Calendar.", "Limit exceeded:
 *   ...", "Script invoked too many times per second ..."
 * - a limit of the account, whichever server was called: "Bandwidth quota exceeded: <address>. Try reducing the rate of data
 *   transfer." in tests of public scripts, word for word, for three servers
 * - support.google.com/docs/thread/225093185, github.com/peterherrmann (GASRetry): the two of Spreadsheets
 */
const PUBLIC_FORMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^Service invoked too many times for one day: urlfetch\.$/,
    [
      'Service invoked too many times: urlfetch.',
      'Service invoked too many times in a short time: urlfetch. Try Utilities.sleep(1000) between calls.',
      'Bandwidth quota exceeded: {url}. Try reducing the rate of data transfer.',
      'Limit exceeded: UrlFetch Calls.',
    ],
  ],
  [
    /^Service invoked too many times for one day: (.+)\.$/,
    ['Service invoked too many times: $1.', 'Limit exceeded: $1.'],
  ],
  [
    /^There are too many scripts running simultaneously/,
    ['Script invoked too many times per second for this Google user account.'],
  ],
  [
    /^Service error|^We're sorry, a server error occurred/,
    [
      'Service Spreadsheets timed out while accessing document with id 1jklp1CxY_tShF.',
      'Service Spreadsheets failed while accessing document with id 1jklp1CxY_tShF.',
      'Server not available.',
    ],
  ],
  [
    /^Specified permissions are not sufficient to call SpreadsheetApp\.open/,
    ['You do not have permission to access the requested document.'],
  ],
];

/** An account's wording of what its services throw. */
export class Rewording {
  private readonly doubts: Doubts;
  private readonly turns = new Map<RegExp, number>();

  constructor(doubts: Doubts) {
    this.doubts = doubts;
  }

  get isJapanese(): boolean {
    return this.doubts.has('messages-in-japanese');
  }

  /** `called`: what the service was given, which may hold an address. */
  of(message: string, called: unknown = ''): string {
    const reworded = this.doubts.has('messages-reworded') ? this.nextForm(message, called) : message;
    return this.isJapanese ? toJapanese(reworded) : reworded;
  }

  /** Each form in its turn. */
  private nextForm(message: string, called: unknown): string {
    const [pattern, forms] = PUBLIC_FORMS.find(([one]) => one.test(message)) ?? [];
    if (!pattern || !forms) return message;
    const turn = this.turns.get(pattern) ?? 0;
    this.turns.set(pattern, turn + 1);
    const [url = ''] = /https?:[^"]+/.exec(JSON.stringify(called)) ?? [];
    const form = forms[turn % forms.length] ?? message;
    return message.replace(new RegExp(`${pattern.source}.*`, 's'), form).replace('{url}', url);
  }
}
