import type { Value } from './attributes';

/**
 * The value of a formula. Only arithmetic with numbers, a text, TRUE and FALSE, and the label of a HYPERLINK are
 * evaluated; everything else is an error value, unlike on Google.
 */
export function evaluate(formula: string): Value {
  const expression = formula.replace(/^=/, '').trim();
  return constant(expression) ?? arithmetic(expression) ?? { error: complaint(expression) };
}

function constant(expression: string): Value {
  if (/^(true|false)$/i.test(expression)) return expression.toLowerCase() === 'true';
  if (/^"(?:[^"]|"")*"$/.test(expression)) return unquote(expression);
  const link = /^HYPERLINK\(\s*("(?:[^"]|"")*")\s*(?:[,;]\s*("(?:[^"]|"")*")\s*)?\)$/i.exec(expression);
  return link ? unquote(link[2] ?? link[1] ?? '') : null;
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll('""', '"');
}

function complaint(expression: string): string {
  return /^[A-Za-z_][\w.]*(\s*\(|$)/.test(expression.replace(/^[+\-@]\s*/, '')) ? '#NAME?' : '#ERROR!';
}

/** Sums, products and parentheses over plain numbers. */
function arithmetic(expression: string): Value {
  const tokens = expression.match(/\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|[-+*/()^]|\S/gi) ?? [];
  let at = 0;

  function sum(): number {
    let result = product();
    while (tokens[at] === '+' || tokens[at] === '-') result += tokens[at++] === '+' ? product() : -product();
    return result;
  }
  function product(): number {
    let result = signed();
    while (tokens[at] === '*' || tokens[at] === '/')
      result = tokens[at++] === '*' ? result * signed() : result / signed();
    return result;
  }
  function signed(): number {
    if (tokens[at] === '-') return at++ < tokens.length ? -signed() : Number.NaN;
    if (tokens[at] === '+') return at++ < tokens.length ? signed() : Number.NaN;
    return power();
  }
  function power(): number {
    const base = atom();
    return tokens[at] === '^' && at++ > 0 ? base ** signed() : base;
  }
  function atom(): number {
    if (tokens[at] !== '(') return Number(tokens[at++] ?? Number.NaN);
    at++;
    const inner = sum();
    return tokens[at++] === ')' ? inner : Number.NaN;
  }

  const result = sum();
  if (at < tokens.length || Number.isNaN(result)) return null;
  return Number.isFinite(result) ? result : { error: '#DIV/0!' };
}
