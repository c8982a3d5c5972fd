import { useRef, useState } from 'preact/hooks';
import { announce } from '../../shared/announcer';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { formatRoute } from '../router';
import { settings } from '../settings/settings';
import { TEXTS } from '../texts';

interface MoreMenuProps {
  caseNumber: string;
  onMarkAsNew: () => void;
}

export function MoreMenu({ caseNumber, onMarkAsNew }: MoreMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  useShortcuts([{ keys: 'shift+u', description: TEXTS.case.markAsNew, run: onMarkAsNew }]);
  const thenClose = (run: () => void) => () => {
    panel.current?.hidePopover();
    run();
  };
  return (
    <>
      <button
        type="button"
        class="quiet icon more"
        popovertarget="more"
        aria-label={TEXTS.case.more}
        title={TEXTS.case.more}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </button>
      <div ref={panel} id="more" class="card float" popover="auto">
        <button type="button" class="quiet" onClick={thenClose(onMarkAsNew)}>
          {TEXTS.case.markAsNew}
        </button>
        <CopyLink caseNumber={caseNumber} />
        <button type="button" class="quiet" onClick={thenClose(() => print())}>
          {TEXTS.case.print}
        </button>
      </div>
    </>
  );
}

/** Copies the case's URL, and shows it too, since the frame may not be allowed to use the clipboard. */
function CopyLink({ caseNumber }: { caseNumber: string }) {
  const [isShown, setShown] = useState(false);
  const { view } = useStore(settings);
  const url = `${view?.pageUrl}${formatRoute({ page: 'case', caseNumber })}`;
  const copy = () => {
    setShown(true);
    navigator.clipboard.writeText(url).then(
      () => announce(TEXTS.case.linkCopied),
      () => {},
    );
  };
  if (!view) return null;
  if (isShown) return <input ref={select} aria-label={TEXTS.case.linkToCase} readOnly value={url} />;
  return (
    <button type="button" class="quiet" onClick={copy}>
      {TEXTS.case.copyLink}
    </button>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.select();
  field?.focus();
}
