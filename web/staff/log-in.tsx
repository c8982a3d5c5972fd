import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../shared/store';
import { useAsyncAction } from './async-action';
import { onSubmit } from './form';
import { endedSession, logIn, useAsDevice } from './session';
import * as TEXTS from './texts';

/** The page of who has not logged in. */
export function LogInPage() {
  return (
    <main id="content" class="log-in narrow">
      <h1>{TEXTS.name}</h1>
      <LogInForm />
      <DeviceForm />
    </main>
  );
}

/** Dialog above the page when its session has ended, so that nothing on it is lost. */
export function LogInDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const ended = useStore(endedSession);
  useEffect(() => {
    if (!ended) return;
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // Typing goes on where it was.
      if (before instanceof HTMLElement) before.focus();
    };
  }, [ended]);
  if (!ended) return null;
  const why = ended.isDevice ? TEXTS.logIn.deviceEnded : TEXTS.logIn.expired;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="log-in-title"
      onCancel={(event) => event.preventDefault()}
      // The second time in a row a browser closes it all the same, and behind it nothing would work.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="log-in-title">{TEXTS.logIn.title}</h2>
      <p>{why}</p>
      <LogInForm />
      <DeviceForm />
    </dialog>
  );
}

function LogInForm() {
  const { isBusy, error, send } = useForm((form) =>
    logIn(String(form.get('email')), String(form.get('password')), { isKept: form.has('isKept') }),
  );
  return (
    <form class="log-in-form stack" onSubmit={send}>
      <label class="field">
        {TEXTS.logIn.email}
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label class="field">
        {TEXTS.logIn.password}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <label class="choice">
        <input name="isKept" type="checkbox" />
        {TEXTS.logIn.isKept}
      </label>
      <button type="submit" aria-disabled={isBusy}>
        {isBusy ? TEXTS.logIn.submitting : TEXTS.logIn.submit}
      </button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}

/** Form for the token that a manager has made for this tablet. */
function DeviceForm() {
  const { isBusy, error, send } = useForm((form) => useAsDevice(String(form.get('token')).trim()));
  return (
    <details>
      <summary>{TEXTS.logIn.asDevice}</summary>
      <form class="log-in-form stack" onSubmit={send}>
        <label class="field">
          {TEXTS.logIn.token}
          <input name="token" autocomplete="off" autocapitalize="none" spellcheck={false} required />
        </label>
        <button type="submit" class="quiet" aria-disabled={isBusy}>
          {isBusy ? TEXTS.logIn.submitting : TEXTS.logIn.useToken}
        </button>
        {error && <p role="alert">{error.message}</p>}
      </form>
    </details>
  );
}

/** The form goes once it has succeeded. */
function useForm(work: (form: FormData) => Promise<void>) {
  const { start, ...state } = useAsyncAction(work);
  return { ...state, send: onSubmit((fields) => start(fields)) };
}
