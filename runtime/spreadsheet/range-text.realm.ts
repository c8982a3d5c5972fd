import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { Aspect, Look, Patch } from './cells';
import { TextDirection } from './enums.realm';
import { RangePosition } from './range-position.realm';
import { AREA } from './references.realm';
import { styleOf, textStyle, toLook } from './text-style.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type TextStyle = GoogleAppsScript.Spreadsheet.TextStyle;
type TextRotation = GoogleAppsScript.Spreadsheet.TextRotation;
type Direction = GoogleAppsScript.Spreadsheet.TextDirection;

/** The writing of a range's text: its style, rotation and direction. */
export class RangeText extends RangePosition {
  getTextStyles(): TextStyle[][] {
    return looksOf(this, (look) => textStyle(styleOf(look)));
  }

  getTextStyle(): TextStyle {
    return first(this.getTextStyles());
  }

  setTextStyle(style: TextStyle): Range {
    return setLooks(
      this,
      looksOf(this, (look) => toLook(style, look)),
    );
  }

  setTextStyles(styles: TextStyle[][]): Range {
    const looks = looksOf(this, (look) => look);
    return setLooks(
      this,
      styles.map((row, r) => row.map((style, c) => toLook(style, looks[r]?.[c] ?? {}))),
    );
  }

  getTextRotations(): TextRotation[][] {
    return looksOf(this, ({ rotation = 0 }) => textRotation(rotation));
  }

  getTextRotation(): TextRotation {
    return first(this.getTextRotations());
  }

  setTextRotation(rotation: number | TextRotation): Range {
    return setLooks(this, [[{ rotation: toRotation(rotation) }]]);
  }

  setTextRotations(rotations: TextRotation[][]): Range {
    return setLooks(
      this,
      rotations.map((row) => row.map((rotation) => ({ rotation: toRotation(rotation) }))),
    );
  }

  setVerticalText(isVertical: boolean): Range {
    return setLooks(this, [[{ rotation: isVertical ? 'vertical' : null }]]);
  }

  getTextDirections(): (Direction | null)[][] {
    return looksOf(this, ({ direction }) =>
      direction ? TextDirection[direction as keyof typeof TextDirection] : null,
    );
  }

  getTextDirection(): Direction | null {
    return first(this.getTextDirections());
  }

  setTextDirection(direction: Direction | null): Range {
    return setLooks(this, [[{ direction: direction && String(direction) }]]);
  }

  setTextDirections(directions: (Direction | null)[][]): Range {
    return setLooks(
      this,
      directions.map((row) => row.map((direction) => ({ direction: direction && String(direction) }))),
    );
  }
}

function textRotation(rotation: number | 'vertical'): TextRotation {
  return emulated('Spreadsheet.TextRotation', {
    getDegrees: () => (rotation === 'vertical' ? 0 : rotation),
    isVertical: () => rotation === 'vertical',
  } satisfies TextRotation);
}

function toRotation(rotation: number | TextRotation): number | 'vertical' | null {
  if (typeof rotation !== 'number')
    return rotation.isVertical() ? 'vertical' : toRotation(rotation.getDegrees());
  if (Math.abs(rotation) > 90) throw new Error(`Text rotated by ${rotation} degrees is not emulated here.`);
  return rotation || null;
}

function looksOf<T>(range: RangeText, read: (look: Look) => T): T[][] {
  return call('spreadsheet.inspect', range[AREA]).map((row) => row.map(({ look }: Aspect) => read(look)));
}

/** One look for all cells, or one for each. */
function setLooks(range: RangeText, looks: NonNullable<Patch['look']>[][]): Range {
  call(
    'spreadsheet.format',
    [range[AREA]],
    looks.map((row) => row.map((look) => ({ look }))),
  );
  return range as unknown as Range;
}

function first<T>(block: T[][]): T {
  return (block[0] as T[])[0] as T;
}
