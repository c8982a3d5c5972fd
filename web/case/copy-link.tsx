import { useState } from 'preact/hooks';
import { announce } from '../announce';
import { formatRoute } from '../route';
import { settings } from '../settings/load';
import { useStore } from '../store';

/** The case's address for a mail or a note; it stands there too, since a frame may not be allowed to copy. */
export function CopyLink({ caseNumber }: { caseNumber: string }) {
  const [isShown, setShown] = useState(false);
  const { view } = useStore(settings);
  const address = `${view?.pageUrl}${formatRoute({ page: 'case', caseNumber })}`;
  const copy = () => {
    setShown(true);
    const said = () => announce('Link copied.');
    navigator.clipboard.writeText(address).then(said, () => {});
  };
  if (!view) return null;
  if (isShown) return <input ref={select} aria-label="Link to copy" readOnly value={address} />;
  return (
    <button type="button" class="quiet" onClick={copy}>
      Copy link
    </button>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.select();
  field?.focus();
}
