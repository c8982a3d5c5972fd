import addressparser from 'nodemailer/lib/addressparser';

/**
 * An address that another one follows without a comma is part of a name: Gmail may have decoded
 * `=?utf-8?q?Ann_=3Cann=40x.org=3E?= <evil@example.com>`, which must not pass for mail of Ann's.
 */
const IN_NAME = /<[^<>,;]*>(?=[^<,;]*<)/g;

/**
 * The bare address of a From header, in lower case; empty where there is none. Mail writes it in many ways, and
 * the display name may look like an address itself: an address with a name in front of it is the sender's,
 * before one that stands alone.
 */
export function senderOf(from: string): string {
  const addresses = addressparser(from.replace(IN_NAME, ' '), { flatten: true }).filter(({ address }) =>
    address.includes('@'),
  );
  const named = addresses.find(({ name }) => name !== '');
  return (named ?? addresses[0])?.address.toLowerCase() ?? '';
}
