import type { CafeView } from '../../../src/cafe/cafe-view';
import { announce } from '../../shared/announcer';
import { Button } from '../../shared/button';
import { formatAt } from '../../shared/cafe-time';
import { createStore, useStore } from '../../shared/store';
import { pathOf, read } from '../api';
import { Failure } from '../failure';
import { patch } from '../patch';
import { setCafe } from './current-cafe';
import * as TEXTS from './texts';

interface Change {
  cafeId: string;
  isPaused: boolean;
  /** Reason why it could not be made. */
  error?: Error;
}

/** The last one, until it is saved. */
const change = createStore<Change | undefined>(undefined);

/** Shows whether the cafe takes orders, with the one control that pauses them and takes them again. */
export function Opening({ cafe }: { cafe: CafeView }) {
  const last = useStore(change);
  const own = last?.cafeId === cafe.id ? last : undefined;
  const isSaving = own !== undefined && !own.error;
  const isPaused = isSaving ? own.isPaused : cafe.isPaused;
  const { state, text } = describe({ ...cafe, isPaused });
  return (
    <div class="opening row">
      <b class={`state ${state}`}>{text}</b>
      <Button
        class={isPaused ? '' : 'quiet'}
        aria-label={isPaused ? TEXTS.opening.resumeOrders : TEXTS.opening.pauseOrders}
        aria-disabled={isSaving}
        onClick={() => !isSaving && void setPaused(cafe, !isPaused)}
      >
        {isPaused ? TEXTS.opening.resume : TEXTS.opening.pause}
      </Button>
      <Failure what={own?.isPaused ? TEXTS.opening.notPaused : TEXTS.opening.notResumed} error={own?.error} />
    </div>
  );
}

function describe({ isPaused, isOpen, opensAt, timeZone }: CafeView): { state: string; text: string } {
  if (isPaused) return { state: 'paused', text: TEXTS.opening.paused };
  // `isOpen` is from before a resume that is under way: the server's answer corrects it.
  if (isOpen) return { state: 'open', text: TEXTS.opening.open };
  if (opensAt === null) return { state: 'closed', text: TEXTS.opening.closed };
  const time = formatAt(new Date(opensAt), timeZone, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return { state: 'closed', text: TEXTS.opening.opensAt(time) };
}

/** Pauses or resumes, even if another screen has changed something else meanwhile, or has made the same change. */
async function setPaused(cafe: CafeView, isPaused: boolean): Promise<void> {
  const cafeId = cafe.id;
  change.set({ cafeId, isPaused });
  try {
    const path = pathOf('cafes', cafeId);
    const refresh = async () => (await read<CafeView>(path))?.value ?? cafe;
    setCafe(await patch(path, { isPaused }, { seen: cafe, refresh }));
    change.set(undefined);
    announce(isPaused ? TEXTS.opening.paused : TEXTS.opening.open);
  } catch (error) {
    change.set({ cafeId, isPaused, error: error as Error });
  }
}
