import { caller } from '../realm/host';
import type { UtilitiesCalls } from './calls';

export const call = caller<UtilitiesCalls>();
