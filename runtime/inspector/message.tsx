import { useEffect, useState } from 'preact/hooks';
import type { GmailMessage } from '../google/google';
import { ask } from './server';

type Part = NonNullable<GmailMessage['payload']>;

/** One message: its headers, its text, and the names of its attachments. */
export function Message({ id }: { id: string }) {
  const [message, setMessage] = useState<GmailMessage>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    ask<GmailMessage>(`mail/${id}`).then(setMessage, (error: Error) => setProblem(error.message));
  }, [id]);
  if (!message?.payload) return <p>{problem || 'Loading'}</p>;
  const parts = leaves(message.payload);
  return (
    <div class="message">
      <dl>
        {message.payload.headers?.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {parts.map((part) =>
        part.filename ? (
          <p key={part.partId}>
            Attachment {part.filename} ({part.mimeType}, {part.body?.size} bytes)
          </p>
        ) : (
          <pre key={part.partId}>{toText(part)}</pre>
        ),
      )}
    </div>
  );
}

function leaves(part: Part): Part[] {
  return part.parts?.length ? part.parts.flatMap(leaves) : [part];
}

/** Bodies are base64url over UTF-8; HTML is shown as source, never rendered. */
function toText({ body }: Part): string {
  const binary = atob((body?.data ?? '').replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
