import { useEffect, useState } from 'preact/hooks';
import { Button } from './button';
import './toast.css';
import { useShortcuts } from './shortcuts';
import { createStore, useStore } from './store';
import * as TEXTS from './texts';

interface ToastOptions {
  /** Takes back what the toast reports; the key z does it too. */
  undo?: () => void;
  /** Something else to do next. */
  action?: { label: string; run: () => void };
}

interface ToastProps extends ToastOptions {
  id: number;
  text: string;
}

const DURATION_MS = 8_000;

const toast = createStore<ToastProps | undefined>(undefined);
let shown = 0;

/** Says what has just happened, in place of the toast before. Returns a function that hides it. */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const id = ++shown;
  toast.set({ id, text, ...options });
  return () => hideToast(id);
}

/** A toast stays while the pointer or the focus is on it. */
export function ToastRegion() {
  const current = useStore(toast);
  const [isHeld, setHeld] = useState(false);
  const hold = ({ currentTarget }: { currentTarget: Element }) =>
    setHeld(currentTarget.matches(':hover, :focus-within'));
  useEffect(() => {
    if (!current) return setHeld(false);
    const timer = isHeld ? 0 : setTimeout(() => hideToast(current.id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [current, isHeld]);
  return (
    <div role="status" onMouseEnter={hold} onMouseLeave={hold} onFocusIn={hold} onFocusOut={hold}>
      {current && <Toast key={current.id} {...current} />}
    </div>
  );
}

function Toast({ id, text, undo, action }: ToastProps) {
  const thenHide = (run: () => void) => () => {
    hideToast(id);
    run();
  };
  useShortcuts(
    undo ? [{ keys: 'z', description: TEXTS.toast.undoLast, isGeneral: true, run: thenHide(undo) }] : [],
  );
  return (
    <div class="toast float row">
      <span dir="auto">{text}</span>
      {action && <Button onClick={thenHide(action.run)}>{action.label}</Button>}
      {undo && (
        <Button onClick={thenHide(undo)} aria-keyshortcuts="z">
          {TEXTS.toast.undo}
        </Button>
      )}
    </div>
  );
}

function hideToast(id: number): void {
  if (toast.get()?.id !== id) return;
  // The focus would go with the button.
  if (document.activeElement?.closest('.toast'))
    document.getElementById('content')?.focus({ preventScroll: true });
  toast.set(undefined);
}
