import { toTime } from './show';
import type { PanelProps } from './use-server';

const FOLDER = 'application/vnd.google-apps.folder';

/** The files that scripts stored in Drive. */
export function Files({ state }: PanelProps) {
  if (state.files.length === 0) return <p>Nothing is stored yet.</p>;
  const names = new Map(state.files.map(({ id, name }) => [id, name]));
  return (
    <ul class="list">
      {state.files.map(({ id, name, mimeType, size, parents, createdTime }) => (
        <li key={id}>
          {mimeType === FOLDER ? (
            <strong>{name}</strong>
          ) : (
            <a href={`/_local/files/${id}`} download>
              {name}
            </a>
          )}{' '}
          <small>
            {mimeType === FOLDER
              ? 'folder'
              : `${size} bytes, in ${names.get(parents[0] ?? '') ?? 'My Drive'}`}
            , {toTime(createdTime)}
          </small>
        </li>
      ))}
    </ul>
  );
}
