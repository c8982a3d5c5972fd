import { caller } from '../realm/host';
import type { DriveAppCalls } from './drive-app-calls';

export const call = caller<DriveAppCalls>();
