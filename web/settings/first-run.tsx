import type { SettingsView } from '../../src/tracker/answers';

export function isFirstRun({ view }: { view?: SettingsView }): boolean {
  return view !== undefined && view.senders.length === 0;
}

export function FirstRun() {
  return <h2>Welcome</h2>;
}
