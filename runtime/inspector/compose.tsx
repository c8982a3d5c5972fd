import { postJson } from './server';
import type { PanelProps } from './use-server';

/** A form for a message that arrives in the mailbox. */
export function Compose({ act, to }: Pick<PanelProps, 'act'> & { to: string }) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const letter = Object.fromEntries(new FormData(form));
    void act(async () => {
      await postJson('mail', { ...letter, to });
      form.reset();
    });
  };
  return (
    <details class="compose">
      <summary>Write a message to {to}</summary>
      <form onSubmit={send}>
        <label>
          From
          <input name="from" type="email" required />
        </label>
        <label>
          Subject
          <input name="subject" required />
        </label>
        <label>
          Text
          <textarea name="text" rows={5} />
        </label>
        <button type="submit">Deliver</button>
      </form>
    </details>
  );
}
