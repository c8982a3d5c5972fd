import { readdirSync } from 'node:fs';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

test('a second run in the same folder stops and names the first; a killed run blocks no other', async () => {
  const held = anna.network.hold('GET /oauth2/v2/userinfo');
  const { process: first, said } = anna.launch();
  await held;
  const second = await anna.deploy();
  expect([second.code, second.text]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^Process ${first.pid} is deploying from ${anna.state}\\. Wait`)),
  ]);
  first.kill('SIGKILL');
  await said;
  anna.network.restore();
  anna.logOut();
  const third = await anna.deploy();
  expect([third.code, third.text]).toEqual([1, expect.stringContaining('npm run login')]);
  expect(readdirSync(anna.state)).toEqual([]);
});
