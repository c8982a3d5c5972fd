/**
 * The addresses in what somebody has typed or pasted: `a@b.c, Mira Oduya <mira@d.e>`. An entry without any is given
 * back whole, for the script to say what is wrong with it.
 */
export function readAddresses(text: string): string[] {
  const withoutNames = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/mailto:/gi, '');
  return withoutNames.split(/[,;\n]+/).flatMap((entry) => {
    const found = entry.match(/[^\s<>]*@[^\s<>]*/g) ?? [entry.trim()];
    return found.filter((address) => address !== '');
  });
}
