import { column } from '../tables/tables';

/** After how many minutes an order shows as almost late, and as late. */
interface LateTimes {
  lateSoonMinutes: number;
  lateMinutes: number;
}

/** Times of a cafe: null for the default, and undefined in what was cached before there were the columns. */
type Given = { [K in keyof LateTimes]?: number | null };

export const DEFAULT_LATE_TIMES: LateTimes = { lateSoonMinutes: 5, lateMinutes: 8 };

export const MAX_LATE_MINUTES = 240;

export const DEFAULT_PREPARATION_MINUTES = 10;

const minutes = column.optionalInteger();
/** Text that is not a number of minutes reads as 0, which is not one either. */
export const lateMinutes: column.Column<number | null> = {
  ...minutes,
  fromCell: (cell) => minutes.fromCell(cell) ?? 0,
};

/** Undefined where they make no sense together. */
export function toLateTimes(given: Given): LateTimes | undefined {
  const times = withDefaults(given);
  const { lateSoonMinutes: soon, lateMinutes: late } = times;
  return soon >= 1 && soon < late && late <= MAX_LATE_MINUTES ? times : undefined;
}

export function withDefaults({ lateSoonMinutes, lateMinutes }: Given): LateTimes {
  return {
    lateSoonMinutes: lateSoonMinutes ?? DEFAULT_LATE_TIMES.lateSoonMinutes,
    lateMinutes: lateMinutes ?? DEFAULT_LATE_TIMES.lateMinutes,
  };
}
