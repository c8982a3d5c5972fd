import type { AttachmentView } from '../../src/tracker/answers';
import { kindOf, sizeOf } from './files';

export function Attachments({ files }: { files: readonly AttachmentView[] }) {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label="Attachments">
      {files.map((file, at) => (
        <li key={at}>
          <FileName {...file} />{' '}
          <span class="soft">
            {kindOf(file.name)}, {sizeOf(file.size)}
          </span>
          {file.driveUrl === null && <Missing error={file.error} />}
        </li>
      ))}
    </ul>
  );
}

function FileName({ name, driveUrl }: AttachmentView) {
  const shown = <bdi>{name}</bdi>;
  if (!driveUrl?.startsWith('https://')) return shown;
  return (
    <a href={driveUrl} target="_blank" rel="noopener noreferrer" title="Opens in Drive">
      {shown}
    </a>
  );
}

function Missing({ error }: { error: string | undefined }) {
  return (
    <p class="problem">
      Not stored in Drive yet{error ? `: ${error.replace(/\.$/, '')}` : ''}. It follows by itself with one of
      the next checks.
    </p>
  );
}
