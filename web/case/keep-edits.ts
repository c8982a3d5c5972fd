import { Refusal } from '../server';
import { opened, unsaved } from './opened';

/** Once for the page: what is edited gets saved before it goes, and when the network is back. */
export function keepEdits(): void {
  addEventListener('online', () => {
    for (const draft of unsaved()) if (!(draft.state.get().trouble instanceof Refusal)) void draft.save();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const draft of unsaved()) void draft.save();
  });
  addEventListener('beforeunload', (event) => {
    const isSaving = [...opened.get().values()].some(({ draft }) => draft?.state.get().isSaving);
    if (isSaving || unsaved().length > 0) event.preventDefault();
  });
}
