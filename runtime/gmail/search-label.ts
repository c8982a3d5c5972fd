import { SYSTEM_LABELS } from './labels';
import type { Condition, SearchContext } from './search-condition';

/** A label as a person writes it in a search: capitals do not matter, and a dash stands for a space. */
export function hasLabel(name: string, context: SearchContext): Condition {
  const key = name.toUpperCase().replaceAll(' ', '-');
  if (SYSTEM_LABELS.includes(key)) return hasLabelId(key, context);
  const sql = `exists (select 1 from gmail_labels l left join gmail_own_labels o on 'Label_' || o.number = l.label
    where l.message = m.row and replace(upper(coalesce(o.name, l.label)), ' ', '-') = ?)`;
  return { sql, values: [key] };
}

/**
 * Few messages are found fastest from their label, and many by going through the mail from the
 * newest on until a page is full; SQLite cannot tell which it is.
 */
export function hasLabelId(labelId: string, { isRareLabel }: SearchContext): Condition {
  const sql = isRareLabel(labelId)
    ? 'm.row in (select message from gmail_labels where label = ?)'
    : 'exists (select 1 from gmail_labels l where l.message = m.row and l.label = ?)';
  return { sql, values: [labelId] };
}
