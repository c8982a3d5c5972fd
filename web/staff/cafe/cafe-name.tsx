import { useStore } from '../../shared/store';
import { cafe, cafes, chooseCafe } from './current-cafe';
import * as TEXTS from './texts';

/** Which cafe the page is about; an admin chooses among several. */
export function CafeName() {
  const current = useStore(cafe);
  const all = useStore(cafes) ?? [];
  if (!current) return null;
  if (all.length < 2)
    return (
      <b class="cafe-name" dir="auto">
        {current.name}
      </b>
    );
  return (
    <select
      class="cafe-name"
      aria-label={TEXTS.cafe}
      value={current.id}
      onChange={({ currentTarget }) => chooseCafe(currentTarget.value)}
    >
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
