import type { Watched } from './use-server';

/** What a panel works with: the state as it stands, and how to change it. */
export type PanelProps = Pick<Watched, 'act'> & { state: NonNullable<Watched['state']> };
