import { caller } from '../realm/host';
import type { GmailAppCalls } from './calls';

export const call = caller<GmailAppCalls>();
