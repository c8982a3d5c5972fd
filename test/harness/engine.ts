/** Put in by Jest's configuration: the engine of the tables over which this project runs its suites. */
declare const SHEETDESK_ENGINE: 'sheet' | 'sql';

export const IS_SQL = SHEETDESK_ENGINE === 'sql';
