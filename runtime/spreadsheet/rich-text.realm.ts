import { emulated } from '../realm/emulated';
import type { RichText } from './cells';

type RichTextValue = GoogleAppsScript.Spreadsheet.RichTextValue;
type Builder = GoogleAppsScript.Spreadsheet.RichTextValueBuilder;

const TEXT = Symbol('text');

export function richText(state: RichText): RichTextValue {
  return emulated('Spreadsheet.RichTextValue', {
    [TEXT]: state,
    copy: () => richTextBuilder(state),
    getText: () => state.text,
    getLinkUrl: () => state.link,
  } satisfies Partial<RichTextValue> & { [TEXT]: RichText });
}

export function toRichText(value: RichTextValue): RichText {
  return (value as unknown as { [TEXT]: RichText })[TEXT];
}

/** Builds texts with one link for all of the text; styles and partial links are not emulated. */
export function richTextBuilder(from: RichText = { text: '', link: null }): Builder {
  let state = from;
  const builder: Builder = emulated('Spreadsheet.RichTextValueBuilder', {
    build: () => richText(state),
    /** A new text has no link. */
    setText(text: string) {
      state = { text: String(text), link: null };
      return builder;
    },
    setLinkUrl(...parts: [number, number, string | null] | [string | null]) {
      if (parts.length === 3) throw new Error('setLinkUrl of a part of the text is not emulated here.');
      state = { ...state, link: parts[0] };
      return builder;
    },
  } satisfies Partial<Builder>);
  return builder;
}
