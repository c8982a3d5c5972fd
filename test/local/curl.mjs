// curl, as far as the documents use it: the tests need nothing but Node.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
    'data-binary': { type: 'string' },
    user: { type: 'string', short: 'u' },
    silent: { type: 'boolean', short: 's' },
    location: { type: 'boolean', short: 'L' },
  },
});
const [address = ''] = positionals;
const read = values['data-binary'] === '@-';
const body = read ? readFileSync(0, 'utf8') : values.data.join('&');
const headers = new Headers(values.header.map((line) => line.split(/: (.*)/, 2)));
if (body && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded');
if (values.user) headers.set('authorization', `Basic ${Buffer.from(values.user).toString('base64')}`);
const answer = await fetch(address.includes('://') ? address : `http://${address}`, {
  method: values.request ?? (body ? 'POST' : 'GET'),
  redirect: values.location ? 'follow' : 'manual',
  headers,
  ...(body ? { body } : {}),
});
process.stdout.write(await answer.text());
