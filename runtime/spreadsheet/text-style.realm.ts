import { emulated } from '../realm/emulated';
import type { Look, Patch } from './cells';
import { toColor } from './color.realm';
import { colorOf, toHex } from './color-object.realm';

type TextStyle = GoogleAppsScript.Spreadsheet.TextStyle;
type Builder = GoogleAppsScript.Spreadsheet.TextStyleBuilder;

interface Style {
  fontFamily?: string;
  fontSize?: number;
  color?: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
}

const STYLE = Symbol('style');

export function textStyle(state: Style): TextStyle {
  return emulated('Spreadsheet.TextStyle', {
    [STYLE]: state,
    copy: () => textStyleBuilder(state),
    getFontFamily: () => state.fontFamily ?? null,
    getFontSize: () => state.fontSize ?? null,
    getForegroundColor: () => state.color ?? null,
    getForegroundColorObject: () => (state.color === undefined ? null : colorOf(state.color)),
    isBold: () => state.bold ?? null,
    isItalic: () => state.italic ?? null,
    isUnderline: () => state.underline ?? null,
    isStrikethrough: () => state.strikethrough ?? null,
  } satisfies Partial<TextStyle> & { [STYLE]: Style });
}

export function textStyleBuilder(from: Style = {}): Builder {
  const state = { ...from };
  const set =
    <K extends keyof Style>(key: K) =>
    (value: Style[K] & {}): Builder => {
      state[key] = value;
      return builder;
    };
  const builder: Builder = emulated('Spreadsheet.TextStyleBuilder', {
    build: () => textStyle({ ...state }),
    setFontFamily: set('fontFamily'),
    setFontSize: set('fontSize'),
    setForegroundColor(color: string | null) {
      const hex = toColor(color);
      if (hex === null) delete state.color;
      else state.color = hex;
      return builder;
    },
    setForegroundColorObject: (color: GoogleAppsScript.Spreadsheet.Color) =>
      builder.setForegroundColor(toHex(color) as string),
    setBold: set('bold'),
    setItalic: set('italic'),
    setUnderline: set('underline'),
    setStrikethrough: set('strikethrough'),
  } satisfies Partial<Builder>);
  return builder;
}

/** The style of a cell, with the defaults of a new spreadsheet. */
export function styleOf(look: Look): Style {
  return {
    fontFamily: look.fontFamily ?? 'Arial',
    fontSize: look.fontSize ?? 10,
    color: look.fontColor ?? '#000000',
    bold: look.fontWeight === 'bold',
    italic: look.fontStyle === 'italic',
    underline: linesOf(look).includes('underline'),
    strikethrough: linesOf(look).includes('line-through'),
  };
}

/** Returns the look of a style; the cell keeps its own in what the style does not say. */
export function toLook(style: TextStyle, own: Look): NonNullable<Patch['look']> {
  const state = (style as unknown as { [STYLE]: Style })[STYLE];
  const { fontFamily, fontSize, color, bold, italic } = state;
  const { underline, strikethrough } = { ...styleOf(own), ...state };
  const fontLine = [underline && 'underline', strikethrough && 'line-through'].filter(Boolean).join(' ');
  return {
    ...(fontFamily !== undefined && { fontFamily }),
    ...(fontSize !== undefined && { fontSize }),
    ...(color !== undefined && { fontColor: color }),
    ...(bold !== undefined && { fontWeight: bold ? 'bold' : 'normal' }),
    ...(italic !== undefined && { fontStyle: italic ? 'italic' : 'normal' }),
    fontLine: fontLine || null,
  };
}

function linesOf({ fontLine = 'none' }: Look): string[] {
  return fontLine.split(' ');
}
