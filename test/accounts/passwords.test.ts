import vm from 'node:vm';
import { spread } from '../harness/extent';
import { buildOwnScript } from '../harness/own-script';

describe('passwords', () => {
  let script: vm.Script;
  beforeAll(async () => {
    const { files } = await buildOwnScript(__dirname);
    script = new vm.Script(files.get('Code.js')?.text ?? '');
  });

  /** In a fresh context, as in every execution. */
  function isPassword(...args: [string, string?]): boolean {
    const newBlob = (text: string) => ({ getBytes: () => [...new Int8Array(Buffer.from(text))] });
    const context = vm.createContext({ Utilities: { newBlob }, args });
    script.runInContext(context);
    return vm.runInContext('script.isPassword(...args)', context);
  }

  // Made by Node's crypto.scryptSync(password, Buffer.alloc(16, 7), 32, { N: 16, r: 8, p: 1 }).
  test.each([
    [
      'correct horse',
      '$scrypt$ln=4,r=8,p=1$07070707070707070707070707070707$591ba9d19eb4bf748ffea0e5aad363195eb85d1245a9e19f9e5b35383427a13b',
      true,
    ],
    [
      'Correct horse',
      '$scrypt$ln=4,r=8,p=1$07070707070707070707070707070707$591ba9d19eb4bf748ffea0e5aad363195eb85d1245a9e19f9e5b35383427a13b',
      false,
    ],
    [
      'Grüße \u{1F511}',
      '$scrypt$ln=4,r=8,p=1$07070707070707070707070707070707$4d86fb34a382ad6daae13ab7cda6a61bd6c3abe7181970bed9868b57f3b847a1',
      true,
    ],
    [
      'Gru\u0308ße \u{1F511}',
      '$scrypt$ln=4,r=8,p=1$07070707070707070707070707070707$4d86fb34a382ad6daae13ab7cda6a61bd6c3abe7181970bed9868b57f3b847a1',
      true,
    ],
  ])('%j against what another implementation made: %#', (password, stored, isRight) => {
    expect(isPassword(password, stored)).toBe(isRight);
  });

  const INVALID = [
    '',
    `$scrypt$ln=40,r=8,p=1$${'0'.repeat(32)}$${'0'.repeat(64)}`,
    'plain',
    '$scrypt$ln=0,r=8,p=1$00$00',
  ];
  test.each(spread(INVALID, 1))('no password matches an invalid hash: %j', (stored) => {
    expect(isPassword('', stored)).toBe(false);
  });

  test('text becomes bytes without the encoder that Apps Script lacks', () => {
    const newBlob = (text: string) => ({ getBytes: () => [...new Int8Array(Buffer.from(text))] });
    const context = vm.createContext({ Utilities: { newBlob } });
    script.runInContext(context);
    const bytes = vm.runInContext("[...new script.TextEncoder().encode('Grüße \u{1F511}')]", context);
    expect(bytes).toEqual([...Buffer.from('Grüße \u{1F511}')]);
  });
});
