import { caller } from '../realm/host';
import type { SpreadsheetCalls } from './calls';

export const call = caller<SpreadsheetCalls>();
