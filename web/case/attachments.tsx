import type { AttachmentView } from '../../src/tracker/page/answers';
import { ExternalLink } from '../link';

const FILE_KINDS: Record<string, string> = {
  Image: 'jpg jpeg png gif webp heic svg tif tiff',
  Document: 'doc docx odt rtf',
  Spreadsheet: 'xls xlsx ods csv',
  Presentation: 'ppt pptx odp',
  Text: 'txt md log',
  Archive: 'zip gz 7z rar tar',
  Video: 'mp4 mov avi webm',
  Audio: 'mp3 wav m4a ogg',
};

export function Attachments({ files }: { files: readonly AttachmentView[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments">
      {files.map(({ name, size, driveUrl, error }, at) => (
        <li key={at}>
          {driveUrl?.startsWith('https://') ? (
            <ExternalLink href={driveUrl} title="Opens in Drive">
              <bdi>{name}</bdi>
            </ExternalLink>
          ) : (
            <bdi>{name}</bdi>
          )}{' '}
          <span class="soft">
            {fileKind(name)}, {formatSize(size)}
          </span>
          {driveUrl === null && (
            <p class="problem">Not saved to Drive yet. The next checks will try again. {error}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** `Image` for a `.jpg`; the extension itself, such as `PDF`, if it is none of those above. */
function fileKind(name: string): string {
  const extension = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (!extension) return 'File';
  const kind = Object.keys(FILE_KINDS).find((one) => FILE_KINDS[one]?.split(' ').includes(extension));
  return kind ?? extension.toUpperCase();
}

function formatSize(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
