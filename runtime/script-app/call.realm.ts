import { caller } from '../realm/host';
import type { ScriptAppCalls } from './calls';

export const call = caller<ScriptAppCalls>();
