/** The script's functions as promises; a failure carries the words of the script's own error. */
export function server<T>(name: string, ...args: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const runner = google.script.run.withSuccessHandler(resolve).withFailureHandler(reject);
    (runner as unknown as Record<string, (...args: unknown[]) => void>)[name]?.(...args);
  });
}

export interface Settings {
  senders: string[];
  emailAlerts: boolean;
  alertEmail: string;
  /** ISO 8601 UTC; null before the first check. */
  lastCheckedAt: string | null;
  nextCaseNumber: number;
  health: { timer: boolean; problems: string[] };
}

export type Saved = { ok: true } | { ok: false; error: string };

export const getSettings = () => server<Settings>('getSettings');

export const saveSettings = (input: Pick<Settings, 'senders' | 'emailAlerts' | 'alertEmail'>) =>
  server<Saved>('saveSettings', input);
