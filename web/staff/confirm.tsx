import { useRef } from 'preact/hooks';
import { Button } from '../shared/button';
import * as TEXTS from './texts';

interface ConfirmProps {
  /** Words on the button, and on the one that does it. */
  label: string;
  /** Subject of the button, if its label does not say. */
  name?: string;
  question: string;
  /** Consequence, as a sentence. */
  consequence: string;
  onConfirm: () => void;
}

/** A button for what cannot be taken back: it asks first. */
export function ConfirmButton({ label, name, question, consequence, onConfirm }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = () => {
    dialog.current?.close();
    onConfirm();
  };
  return (
    <>
      <Button class="quiet" aria-label={name} onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <dialog ref={dialog} aria-label={question}>
        <h2>{question}</h2>
        <p>{consequence}</p>
        <div class="row">
          <Button class="danger" onClick={confirm}>
            {label}
          </Button>
          <Button class="quiet" onClick={() => dialog.current?.close()}>
            {TEXTS.cancel}
          </Button>
        </div>
      </dialog>
    </>
  );
}
