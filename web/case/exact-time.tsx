import { LOCALE } from '../format';
import { TEXTS } from '../texts';

/** `3 Nov 2026, 14:05`; to the second on hover. */
export function ExactTime({ iso }: { iso: string | null }) {
  if (iso === null) return <span>{TEXTS.app.noDate}</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} title={date.toLocaleString(LOCALE)}>
      {date.toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
