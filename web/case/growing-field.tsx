import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  id: string;
  label: string;
  value: string;
  /** Enter ends the editing instead of the line. */
  isOneLine?: boolean;
  onInput: (value: string) => void;
  onDone: () => void;
}

/** As tall as its text, up to a limit of the style's. */
export function GrowingField({ id, label, value, isOneLine = false, onInput, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current) grow(field.current);
  }, [value]);
  const end = (event: KeyboardEvent) => {
    if (!isOneLine || event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return (
    <>
      <label for={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        class="growing"
        rows={isOneLine ? 1 : 2}
        dir="auto"
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onBlur={onDone}
        onKeyDown={end}
      />
    </>
  );
}

/** For browsers without `field-sizing`. */
function grow(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
