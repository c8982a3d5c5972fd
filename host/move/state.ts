import { properties } from '../../src/platform/platform';
import { UserError } from '../../src/platform/user-error';

/** The progress of a sheet's move into this database: a property. */
interface MoveState {
  /** The ID of the spreadsheet. */
  sheet: string;
  state: 'running' | 'complete';
}

const PROPERTY = 'graduation';

/** Undefined where no sheet has moved here. */
export function readMoveState(): MoveState | undefined {
  const stored = properties().getProperty(PROPERTY);
  return stored === null ? undefined : (JSON.parse(stored) as MoveState);
}

export function writeMoveState(state: MoveState): void {
  properties().setProperty(PROPERTY, JSON.stringify(state));
}

/** A host serves only what is complete. */
export function assertMoveHasEnded(): void {
  if (readMoveState()?.state === 'running')
    throw new UserError(
      'A sheet is moving into this database. Run "npm run graduate" again to end the move.',
    );
}
