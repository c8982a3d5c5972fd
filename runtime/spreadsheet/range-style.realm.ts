import { WrapStrategy } from './enums.realm';
import { RangeLooks } from './range-looks.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type Text = string | null;
type Alignment = 'left' | 'center' | 'normal' | 'right' | null;
type Strategy = GoogleAppsScript.Spreadsheet.WrapStrategy;

/** How the cells of a range look: one method a property, one more for a block. Nothing is drawn by it here. */
export class RangeStyle extends RangeLooks {
  setBackground(background: Text): Range {
    return this.look({ background });
  }

  setBackgrounds(block: Text[][]): Range {
    return this.looks('background', block);
  }

  getBackground(): string {
    return this.getBackgrounds()[0]?.[0] ?? '#ffffff';
  }

  getBackgrounds(): string[][] {
    return this.looking('background', '#ffffff');
  }

  setFontColor(fontColor: Text): Range {
    return this.look({ fontColor });
  }

  setFontColors(block: Text[][]): Range {
    return this.looks('fontColor', block);
  }

  getFontColor(): string {
    return this.getFontColors()[0]?.[0] ?? '#000000';
  }

  getFontColors(): string[][] {
    return this.looking('fontColor', '#000000');
  }

  setFontFamily(fontFamily: Text): Range {
    return this.look({ fontFamily });
  }

  setFontFamilies(block: Text[][]): Range {
    return this.looks('fontFamily', block);
  }

  getFontFamily(): string {
    return this.getFontFamilies()[0]?.[0] ?? 'Arial';
  }

  getFontFamilies(): string[][] {
    return this.looking('fontFamily', 'Arial');
  }

  setFontLine(fontLine: GoogleAppsScript.Spreadsheet.FontLine | null): Range {
    return this.look({ fontLine });
  }

  setFontLines(block: (GoogleAppsScript.Spreadsheet.FontLine | null)[][]): Range {
    return this.looks('fontLine', block);
  }

  getFontLine(): GoogleAppsScript.Spreadsheet.FontLine {
    return (this.getFontLines()[0]?.[0] ?? 'none') as GoogleAppsScript.Spreadsheet.FontLine;
  }

  getFontLines(): GoogleAppsScript.Spreadsheet.FontLine[][] {
    return this.looking('fontLine', 'none') as GoogleAppsScript.Spreadsheet.FontLine[][];
  }

  setFontSize(fontSize: number): Range {
    return this.look({ fontSize });
  }

  setFontSizes(block: number[][]): Range {
    return this.looks('fontSize', block);
  }

  getFontSize(): number {
    return this.getFontSizes()[0]?.[0] ?? 10;
  }

  getFontSizes(): number[][] {
    return this.looking('fontSize', 10);
  }

  setFontStyle(fontStyle: GoogleAppsScript.Spreadsheet.FontStyle | null): Range {
    return this.look({ fontStyle });
  }

  setFontStyles(block: (GoogleAppsScript.Spreadsheet.FontStyle | null)[][]): Range {
    return this.looks('fontStyle', block);
  }

  getFontStyle(): GoogleAppsScript.Spreadsheet.FontStyle {
    return (this.getFontStyles()[0]?.[0] ?? 'normal') as GoogleAppsScript.Spreadsheet.FontStyle;
  }

  getFontStyles(): GoogleAppsScript.Spreadsheet.FontStyle[][] {
    return this.looking('fontStyle', 'normal') as GoogleAppsScript.Spreadsheet.FontStyle[][];
  }

  setFontWeight(fontWeight: GoogleAppsScript.Spreadsheet.FontWeight | null): Range {
    return this.look({ fontWeight });
  }

  setFontWeights(block: (GoogleAppsScript.Spreadsheet.FontWeight | null)[][]): Range {
    return this.looks('fontWeight', block);
  }

  getFontWeight(): GoogleAppsScript.Spreadsheet.FontWeight {
    return (this.getFontWeights()[0]?.[0] ?? 'normal') as GoogleAppsScript.Spreadsheet.FontWeight;
  }

  getFontWeights(): GoogleAppsScript.Spreadsheet.FontWeight[][] {
    return this.looking('fontWeight', 'normal') as GoogleAppsScript.Spreadsheet.FontWeight[][];
  }

  setHorizontalAlignment(horizontalAlignment: Alignment): Range {
    return this.look({ horizontalAlignment });
  }

  setHorizontalAlignments(block: Alignment[][]): Range {
    return this.looks('horizontalAlignment', block);
  }

  getHorizontalAlignment(): string {
    return this.getHorizontalAlignments()[0]?.[0] ?? 'general';
  }

  getHorizontalAlignments(): string[][] {
    return this.looking('horizontalAlignment', 'general');
  }

  setVerticalAlignment(verticalAlignment: 'top' | 'middle' | 'bottom' | null): Range {
    return this.look({ verticalAlignment });
  }

  setVerticalAlignments(block: ('top' | 'middle' | 'bottom' | null)[][]): Range {
    return this.looks('verticalAlignment', block);
  }

  getVerticalAlignment(): string {
    return this.getVerticalAlignments()[0]?.[0] ?? 'bottom';
  }

  getVerticalAlignments(): string[][] {
    return this.looking('verticalAlignment', 'bottom');
  }

  setWrapStrategy(strategy: Strategy): Range {
    return this.look({ wrapStrategy: String(strategy) });
  }

  setWrapStrategies(block: Strategy[][]): Range {
    return this.looks(
      'wrapStrategy',
      block.map((row) => row.map(String)),
    );
  }

  getWrapStrategy(): Strategy {
    return this.getWrapStrategies()[0]?.[0] ?? WrapStrategy.OVERFLOW;
  }

  getWrapStrategies(): Strategy[][] {
    const names = this.looking('wrapStrategy', 'OVERFLOW') as (keyof typeof WrapStrategy)[][];
    return names.map((row) => row.map((name) => WrapStrategy[name]));
  }

  setWrap(wrap: boolean): Range {
    return this.setWrapStrategy(wrap ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW);
  }

  setWraps(block: boolean[][]): Range {
    return this.setWrapStrategies(
      block.map((row) => row.map((wrap) => (wrap ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW))),
    );
  }

  getWrap(): boolean {
    return this.getWrapStrategy() === WrapStrategy.WRAP;
  }

  getWraps(): boolean[][] {
    return this.getWrapStrategies().map((row) => row.map((strategy) => strategy === WrapStrategy.WRAP));
  }
}
