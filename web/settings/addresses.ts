/**
 * The addresses in what somebody has typed or pasted: `a@b.c, Mira Oduya <mira@d.e>`. An entry without any is given
 * back whole, for the script to say what is wrong with it.
 */
export function readAddresses(text: string): string[] {
  const withoutNames = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/mailto:/gi, '');
  return withoutNames.split(/[,;\r\n]+/).flatMap(addressesIn);
}

function addressesIn(entry: string): string[] {
  const bracketed = [...entry.matchAll(/<([^<>]*@[^<>]*)>/g)].map(([, address = '']) => address.trim());
  if (bracketed.length > 0) return bracketed;
  const words = entry.trim().split(/\s+/);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 0) return addresses;
  return entry.trim() ? [entry.trim()] : [];
}
