import { crc32, inflateRawSync } from 'node:zlib';

/** What an archive holds, read as any program does: from the directory at its end. */
export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = archive.readUInt16LE(end + 10);
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = archive.readUInt32LE(at + 42);
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const text = inflateRawSync(archive.subarray(content, content + archive.readUInt32LE(at + 20)));
    expect([crc32(text), text.length]).toEqual([
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
    ]);
    files[name] = text.toString('utf8');
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  expect(at).toBe(end);
  return files;
}
