import { withAccount } from '../../../src/platform/account-url';
import type { MessageView } from '../../../src/tracker/case/answers';
import { showMarks } from '../../shared/person';
import { useStore } from '../../shared/store';
import { ExternalLink } from '../link';
import { settings } from '../settings/settings';
import { TEXTS } from '../texts';
import { usePictures } from './pictures';

type FileKind = keyof typeof TEXTS.case.fileKinds;

const EXTENSIONS: [FileKind, string][] = [
  ['image', 'jpg jpeg png gif webp heic svg tif tiff'],
  ['document', 'doc docx odt rtf'],
  ['spreadsheet', 'xls xlsx ods csv'],
  ['presentation', 'ppt pptx odp'],
  ['text', 'txt md log'],
  ['archive', 'zip gz 7z rar tar'],
  ['video', 'mp4 mov avi webm'],
  ['audio', 'mp3 wav m4a ogg'],
];

/** The files of a message, the small pictures among them to be seen. */
export function Attachments({ message }: { message: MessageView }) {
  const { attachments } = message;
  const { view } = useStore(settings);
  const { ref, pictures = [] } = usePictures(message);
  if (attachments.length === 0) return null;
  return (
    <ul ref={ref} aria-label={TEXTS.case.attachments}>
      {attachments.map(({ name, size, driveUrl, error }, at) => (
        <li key={at}>
          {driveUrl?.startsWith('https://') ? (
            <ExternalLink href={withAccount(driveUrl, view?.address)} title={TEXTS.case.opensInDrive}>
              <bdi>{showMarks(name)}</bdi>
            </ExternalLink>
          ) : (
            <bdi>{showMarks(name)}</bdi>
          )}{' '}
          <span class="soft">
            {fileKind(name)}, {formatSize(size)}
          </span>
          {pictures
            .filter(({ place }) => place === at)
            .map(({ url }) => (
              <img key={url} src={url} alt="" />
            ))}
          {driveUrl === null && (
            <p class="problem">
              {TEXTS.case.notInDrive} {error}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** `Image` for a `.jpg`; the extension itself, such as `PDF`, if it is none of those above. */
function fileKind(name: string): string {
  const extension = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (!extension) return TEXTS.case.fileKinds.other;
  const [kind] = EXTENSIONS.find(([, all]) => all.split(' ').includes(extension)) ?? [];
  return kind ? TEXTS.case.fileKinds[kind] : extension.toUpperCase();
}

function formatSize(bytes: number): string {
  if (bytes < 1e3) return TEXTS.case.bytes(bytes);
  if (bytes < 1e6) return TEXTS.case.kilobytes(String(Math.round(bytes / 1e3)));
  return TEXTS.case.megabytes((bytes / 1e6).toFixed(1));
}
