/** Whether Google words its errors in Japanese in this project. */
const IS_JAPANESE = process.env.LOCAL_APPS_SCRIPT_DOUBTS?.includes('messages-in-japanese') ?? false;

/** A text in which Google says this: in other words where the account has another language. */
export function saying(words: string): unknown {
  return IS_JAPANESE ? expect.any(String) : expect.stringContaining(words);
}

/** The same, as a part of a pattern. */
export function wordsOf(words: string): string {
  return IS_JAPANESE ? '' : words;
}
