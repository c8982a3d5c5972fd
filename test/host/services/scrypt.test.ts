import { scrypt as onHost } from '../../../host/services/scrypt';
import { scrypt } from '../../../src/accounts/scrypt';

test.each([
  { ln: 4, r: 8, p: 1 },
  { ln: 1, r: 16, p: 16 },
  { ln: 10, r: 8, p: 5 },
])('a host derives from a password what the script does: %j', (cost) => {
  const [password, salt] = [Buffer.from('Grüße \u{1F511}'), Buffer.alloc(16, 7)];
  expect(onHost(password, salt, cost)).toEqual(scrypt(password, salt, cost));
});
