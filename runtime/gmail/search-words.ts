const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Scripts without spaces are indexed character by character, so that a part of a run can be found. */
export function separateCjk(text: string): string {
  return text.replace(CJK, ' $& ');
}

/** The words of a text as the index cuts them. */
export function listWords(text: string): string[] {
  return separateCjk(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
}
