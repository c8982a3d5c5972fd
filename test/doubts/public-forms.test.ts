/** What people have published of Google's errors, word for word: what is decided by each, and what is shown. */
import { classifyError, isServerFailure } from '../../src/platform/google-errors';
import { toShownKind } from '../../src/platform/google-messages';

const QUOTAS = 'developers.google.com/apps-script/guides/services/quotas';

/** What it means to whoever reads it, and where it was read. */
const FORMS: [form: string, shown: ReturnType<typeof toShownKind>, source: string][] = [
  ['Service invoked too many times: Calendar.', 'daily quota', QUOTAS],
  ['Service invoked too many times for one day: urlfetch.', 'daily quota', QUOTAS],
  ['Service using too much computer time for one day.', 'daily quota', QUOTAS],
  ['Limit exceeded: Email Attachments Per Message.', 'daily quota', QUOTAS],
  [
    'Service invoked too many times in a short time: Calendar. Try Utilities.sleep(1000) between calls.',
    'rate limit',
    QUOTAS,
  ],
  ['Script invoked too many times per second for this Google user account.', 'busy', QUOTAS],
  ['There are too many scripts running simultaneously for this Google user account.', 'busy', QUOTAS],
  [
    'Bandwidth quota exceeded: https://appyhour.gorgias.com/api/tickets. Try reducing the rate of data transfer.',
    'rate limit',
    'a test of a public script, for three servers',
  ],
  [
    'Service Spreadsheets timed out while accessing document with id 1jklp1CxY_tShF.',
    'server',
    'support.google.com/docs/thread/225093185',
  ],
  [
    'Service Spreadsheets failed while accessing document with id 1S8G5Ffa7dHZbx.',
    'server',
    'a failure mail of 2020 in a public thread',
  ],
  ['Server not available.', 'server', 'public scripts'],
  [
    "We're sorry, a server error occurred. Please wait a bit and try again.",
    'server',
    'a failure mail of 2025',
  ],
  ['Exceeded maximum execution time', 'too long', QUOTAS],
  [
    'Specified permissions are not sufficient to call DriveApp.createFile. Required permissions: https://www.googleapis.com/auth/drive',
    'permission',
    'public reports',
  ],
  ['You do not have permission to access the requested document.', 'permission', 'zidooka.com/archives/700'],
  ['1 日にサービス translate を実行した回数が多すぎます。', 'daily quota', 'the README of `wes`'],
  [
    '1 日にサービス premium urlfetch を実行した回数が多すぎます。',
    'daily quota',
    'a public guide to trouble',
  ],
  [
    '指定された権限では DocumentApp.openById を呼び出すことができません。必要な権限: https://www.googleapis.com/auth/documents',
    'permission',
    'a public log of 2025',
  ],
  ['リクエストされたドキュメントにアクセスする権限がありません。', 'permission', 'zidooka.com/archives/700'],
  ['起動時間の最大値を超えました', 'too long', 'public logs'],
  [
    'サーバー エラーが発生しました。しばらくしてからもう一度試してください。',
    'server',
    'a public incident of 2026',
  ],
  [
    'No cuentas con el permiso para llamar a UrlFetchApp.fetch. Permisos necesarios: https://www.googleapis.com/auth/script.external_request',
    'permission',
    'public reports',
  ],
  [
    'Los permisos especificados no son suficientes para llamar a DriveApp.createFolder.',
    'permission',
    'public reports',
  ],
  ['Se ha superado el tiempo máximo de ejecución.', 'too long', 'public changelogs'],
  ['Dienst nicht verfügbar, soweit niemand diese Form kennt.', 'refused', 'invented'],
];

test('each form is shown by what it means, and one that nobody knows as a refusal of Google', () => {
  expect(FORMS.map(([form]) => [form, toShownKind(form)])).toEqual(
    FORMS.map(([form, shown]) => [form, shown]),
  );
});

test('none of the words decides: a scope does, and all else that a service throws is a refusal of Google', () => {
  const thrown = (message: string, name = 'Exception') => Object.assign(new Error(message), { name });
  const kinds = FORMS.map(([form]) => [form, classifyError(thrown(form)), classifyError(new Error(form))]);
  expect(kinds).toEqual(
    FORMS.map(([form]) => [form, form.includes('/auth/') ? 'permission' : 'refused', 'other']),
  );
});

const URL = 'https://api.test:8443/v1/messages?key=1';
const ADDRESSED: [message: string, isServers: boolean][] = [
  [`Address unavailable: ${URL}`, true],
  [`使用できないアドレス: ${URL}`, true],
  ['DNS error: https://api.test:8443/', true],
  [`Timeout: ${URL}`, true],
  [`${URL} のリクエストに失敗しました（エラー: 500）。`, true],
  ['Request failed for https://api.test:8443 returned code 500. Truncated server response: x', true],
  [`Bandwidth quota exceeded: ${URL}. Try reducing the rate of data transfer.`, false],
  [`帯域幅の割り当てを超えました: ${URL}。転送速度を下げてください。`, false],
  ['1 日にサービス urlfetch を実行した回数が多すぎます。', false],
  ['Limit Exceeded: URLFetch URL Length.', false],
];

test('an address is that of a server which has failed, unless advice follows it', () => {
  const told = ADDRESSED.map(([message]) => {
    const thrown = Object.assign(new Error(message), { name: 'Exception' });
    return [message, isServerFailure(thrown, URL)];
  });
  expect(told).toEqual(ADDRESSED);
});
