import addressparser from 'nodemailer/lib/addressparser';

/**
 * The bare address of a From header, in lower case; empty where there is none. Mail writes it in many ways, and
 * the display name may look like an address itself: an address with a name in front of it is the sender's,
 * before one that stands alone.
 */
export function senderOf(from: string): string {
  const addresses = addressparser(from, { flatten: true }).filter(({ address }) => address.includes('@'));
  const named = addresses.find(({ name }) => name !== '');
  return (named ?? addresses[0])?.address.toLowerCase() ?? '';
}
