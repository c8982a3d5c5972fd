/** What an entry file puts here becomes a top-level function of the script. */
declare const global: Record<string, unknown>;
