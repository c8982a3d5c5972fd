import ipaddr from 'ipaddr.js';

/** Makes one caller of all addresses of an IPv6 network of 64 bits. */
export function toCaller(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return 'parts' in parsed ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
