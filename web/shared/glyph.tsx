import type { ComponentChildren } from 'preact';

/** A picture drawn in lines on a square of 24 by 24. */
export function Glyph({ size = 24, children }: { size?: number; children: ComponentChildren }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {children}
    </svg>
  );
}
