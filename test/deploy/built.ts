import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../harness/local';
import type { RemoteFile } from './apps-script';

export const SEND_MAIL = 'https://www.googleapis.com/auth/script.send_mail';

/** What the build left in a folder, by the names that Google gives the files; it knows where it is deployed. */
export function built(name: string, deploymentId = ''): Record<string, string> {
  const folder = path.join(ROOT, 'dist', name);
  const url = `https://script.google.com/macros/s/${deploymentId}/exec`;
  const files = readdirSync(folder).map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return [path.parse(file).name, text.replaceAll('@@WEB_APP_URL@@', url)];
  });
  return Object.fromEntries(files);
}

/** What Google was sent, in the same form. */
export const sourcesOf = (files: readonly RemoteFile[]) =>
  Object.fromEntries(files.map(({ name, source }) => [name, source]));

export const manifestOf = (files: readonly RemoteFile[]) => JSON.parse(sourcesOf(files).appsscript ?? '');

/** Nothing but the right to send mail is missing. */
export function assertWithoutSendMail(files: readonly RemoteFile[]): void {
  const { oauthScopes, ...others } = manifestOf(files);
  const before = JSON.parse(built('desk').appsscript ?? '');
  expect(oauthScopes).toEqual(before.oauthScopes.filter((scope: string) => scope !== SEND_MAIL));
  expect({ ...others, oauthScopes: before.oauthScopes }).toEqual(before);
}
