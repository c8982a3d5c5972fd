import type { ComponentChildren } from 'preact';

/** Entry of a list with the class `facts`. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="soft">{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
