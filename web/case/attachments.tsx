import type { AttachmentView } from '../../src/tracker/page/answers';
import { Outside } from '../outside';
import { kindOf, sizeOf } from './files';

export function Attachments({ files }: { files: readonly AttachmentView[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments">
      {files.map(({ name, size, driveUrl, error }, at) => (
        <li key={at}>
          {driveUrl?.startsWith('https://') ? (
            <Outside href={driveUrl} title="Opens in Drive">
              <bdi>{name}</bdi>
            </Outside>
          ) : (
            <bdi>{name}</bdi>
          )}{' '}
          <span class="soft">
            {kindOf(name)}, {sizeOf(size)}
          </span>
          {driveUrl === null && (
            <p class="problem">Not stored in Drive yet. The next checks will try again. {error}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
