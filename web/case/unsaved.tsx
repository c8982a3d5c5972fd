import { Link } from '../link';
import { route } from '../location';
import { useStore } from '../store';
import { opened } from './opened';

/** Edits of cases that are not on the page any more, and that did not reach the sheet. */
export function Unsaved() {
  const shown = useStore(route);
  const here = shown?.page === 'case' && shown.caseNumber;
  const elsewhere = [...useStore(opened)].filter(
    ([one, { trouble, newer }]) => one !== here && (trouble || newer),
  );
  if (elsewhere.length === 0) return null;
  return (
    <p role="alert">
      Not saved yet:{' '}
      {elsewhere.map(([caseNumber]) => (
        <Link key={caseNumber} to={{ page: 'case', caseNumber }}>
          {caseNumber}
        </Link>
      ))}
    </p>
  );
}
