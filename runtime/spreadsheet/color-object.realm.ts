import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { exception } from '../realm/host';
import { toColor } from './color.realm';

type Color = GoogleAppsScript.Spreadsheet.Color;
type Builder = GoogleAppsScript.Spreadsheet.ColorBuilder;
type ThemeColorType = GoogleAppsScript.Spreadsheet.ThemeColorType;

const ColorType = officialEnum<typeof GoogleAppsScript.Base.ColorType>('Base.ColorType');

/** A color as `#rrggbb`, or by its place in the theme; a new builder has neither. */
interface State {
  hex?: string;
  theme?: ThemeColorType;
}

const STATE = Symbol('color');

export function colorOf(hex: string): Color {
  return color({ hex });
}

/** Returns what a cell keeps of a color; null is none of its own. */
export function toHex(object: Color | null): string | null {
  if (!object) return null;
  const { hex, theme } = (object as unknown as { [STATE]: State })[STATE];
  if (hex === undefined)
    throw exception(
      `The color ${theme} of a theme in a cell exists on Google, and is not emulated here, only RGB.`,
    );
  return hex;
}

export function colorBuilder(): Builder {
  const state: State = {};
  const builder: Builder = emulated('Spreadsheet.ColorBuilder', {
    ...facts(state),
    build: () => color({ ...state }),
    setRgbColor(css: string) {
      state.hex = toColor(css) as string;
      delete state.theme;
      return builder;
    },
    setThemeColor(theme: ThemeColorType) {
      state.theme = theme;
      delete state.hex;
      return builder;
    },
  } satisfies Builder & { [STATE]: State });
  return builder;
}

function color(state: State): Color {
  return emulated('Spreadsheet.Color', facts(state));
}

/** Facts of a color. The words for one of the other kind: test/testsheets.js in github.com/brucemcpherson/gas-fakes. */
function facts(state: State): Color & { [STATE]: State } {
  return {
    [STATE]: state,
    asRgbColor() {
      if (state.hex === undefined) throw exception('Object is not of type RgbColor.');
      return rgbColor(state.hex);
    },
    asThemeColor() {
      const { theme } = state;
      if (theme === undefined) throw exception('Object is not of type ThemeColor.');
      return emulated('Spreadsheet.ThemeColor', {
        getColorType: () => ColorType.THEME,
        getThemeColorType: () => theme,
      } satisfies GoogleAppsScript.Spreadsheet.ThemeColor);
    },
    getColorType() {
      if (state.theme) return ColorType.THEME;
      return state.hex === undefined ? ColorType.UNSUPPORTED : ColorType.RGB;
    },
  };
}

function rgbColor(hex: string): GoogleAppsScript.Base.RgbColor {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return emulated('Base.RgbColor', {
    asHexString: () => hex,
    getRed: () => channel(1),
    getGreen: () => channel(3),
    getBlue: () => channel(5),
    getColorType: () => ColorType.RGB,
  } satisfies GoogleAppsScript.Base.RgbColor);
}
