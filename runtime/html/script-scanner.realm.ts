type Place =
  | 'code'
  | 'single'
  | 'double'
  | 'template'
  | 'line comment'
  | 'block comment'
  | 'regular expression';

const QUOTES: Record<string, Place> = { "'": 'single', '"': 'double', '`': 'template' };
const ENDS: Record<string, string> = { single: "'", double: '"', template: '`', 'regular expression': '/' };

/** Reads JavaScript up to somewhere in its middle, to tell whether that is code, text or something else. */
export class ScriptScanner {
  place: Place = 'code';
  /** The last character of code that is no blank. */
  private before = '';
  /** Open braces in each `${...}` of a template that is not yet closed. */
  private readonly braces: number[] = [];

  feed(code: string): this {
    for (let at = 0; at < code.length; at++) at += this.read(code[at] as string, code[at + 1]);
    return this;
  }

  /** @returns how many of the next characters belong to this one */
  private read(character: string, next: string | undefined): number {
    if (this.place === 'code') return this.readCode(character, next);
    if (this.place === 'line comment') {
      if (character === '\n') this.place = 'code';
      return 0;
    }
    if (this.place === 'block comment') {
      if (character !== '*' || next !== '/') return 0;
      this.place = 'code';
      return 1;
    }
    return this.readText(character, next);
  }

  private readCode(character: string, next: string | undefined): number {
    if (character === '/' && (next === '/' || next === '*')) {
      this.place = next === '/' ? 'line comment' : 'block comment';
      return 1;
    }
    // After a value a slash divides, after anything else it begins a regular expression.
    if (character === '/' && !/[\w$)\]]/.test(this.before)) this.place = 'regular expression';
    else this.place = QUOTES[character] ?? 'code';
    if (character === '{' || character === '}') this.countBrace(character);
    if (character.trim() !== '') this.before = character;
    return 0;
  }

  private countBrace(brace: string): void {
    const last = this.braces.length - 1;
    const open = this.braces[last];
    if (open === undefined) return;
    if (brace === '}' && open === 0) {
      this.braces.pop();
      this.place = 'template';
    } else this.braces[last] = open + (brace === '{' ? 1 : -1);
  }

  private readText(character: string, next: string | undefined): number {
    if (character === '\\') return 1;
    if (this.place === 'template' && character === '$' && next === '{') {
      this.braces.push(0);
      this.place = 'code';
      this.before = '{';
      return 1;
    }
    const isCutOff = character === '\n' && this.place !== 'template';
    if (character === ENDS[this.place] || isCutOff) {
      this.place = 'code';
      // A text is a value.
      this.before = ')';
    }
    return 0;
  }
}
