import { useState } from 'preact/hooks';
import { announce } from '../announce';
import { formatRoute } from '../route';
import { settings } from '../settings/load';
import { useStore } from '../store';

/** The case's address for a mail or a note; where the frame may not copy, it stands there to be copied. */
export function CopyLink({ caseNumber }: { caseNumber: string }) {
  const [state, setState] = useState<'untouched' | 'copied' | 'blocked'>('untouched');
  const { view } = useStore(settings);
  if (!view) return null;
  const address = `${view.pageUrl}${formatRoute({ page: 'case', caseNumber })}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
      announce('The link was copied.');
    } catch {
      setState('blocked');
    }
  };
  if (state === 'blocked') return <Address address={address} />;
  return (
    <button type="button" class="quiet small" onClick={() => void copy()}>
      {state === 'copied' ? 'Copied' : 'Copy link'}
    </button>
  );
}

function Address({ address }: { address: string }) {
  const select = (field: HTMLInputElement | null) => {
    field?.focus();
    field?.select();
  };
  return (
    <label class="address">
      Link to copy <input ref={select} readOnly value={address} />
    </label>
  );
}
