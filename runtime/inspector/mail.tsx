import { useState } from 'preact/hooks';
import type { MessageSummary } from '../google/google';
import { Compose } from './compose';
import { Message } from './message';
import { post } from './server';
import { toTime } from './show';
import type { PanelProps } from './use-server';

export function Mail({ state, act }: PanelProps) {
  const [opened, setOpened] = useState('');
  return (
    <>
      <Intake act={act} />
      <Compose act={act} to={state.address} />
      <h2>Mailbox of {state.address}</h2>
      <ul class="list">
        {state.mail.map((message) => (
          <Entry key={message.id} {...message} isOpen={opened === message.id} open={setOpened} />
        ))}
      </ul>
      {state.mail.length === 0 && <p>No mail yet.</p>}
      <h2>Sent by the scripts since the start</h2>
      <ul class="list">
        {state.sent.map(({ at, to, subject, body }) => (
          <li key={at}>
            <details>
              <summary>
                {subject}{' '}
                <small>
                  to {to}, {toTime(at)}
                </small>
              </summary>
              <pre>{body}</pre>
            </details>
          </li>
        ))}
      </ul>
      {state.sent.length === 0 && <p>No mail sent yet.</p>}
    </>
  );
}

/** Accepts dropped or chosen files: an .mbox holds many messages, any other file is one. */
function Intake({ act }: Pick<PanelProps, 'act'>) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined) =>
    act(async () => {
      for (const file of files ?? [])
        await post(file.name.endsWith('.mbox') ? 'mbox' : 'mail', file, 'message/rfc822');
    });
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void take(event.dataTransfer?.files);
      }}
    >
      Drop .eml or .mbox files here, or choose them
      <input
        type="file"
        multiple
        accept=".eml,.mbox"
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
    </label>
  );
}

type EntryProps = MessageSummary & { isOpen: boolean; open(id: string): void };

function Entry({ id, from, subject, internalDate, labelIds, snippet, isOpen, open }: EntryProps) {
  return (
    <li>
      <button type="button" class="entry" aria-expanded={isOpen} onClick={() => open(isOpen ? '' : id)}>
        <strong>{subject || '(no subject)'}</strong>
        <span>{from}</span>
        <small>{toTime(internalDate)}</small>
        <span class="labels">
          {labelIds.map((label) => (
            <small key={label}>{label}</small>
          ))}
        </span>
        <span class="snippet">{snippet}</span>
      </button>
      {isOpen && <Message id={id} />}
    </li>
  );
}
