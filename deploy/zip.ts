import { crc32, deflateRawSync } from 'node:zlib';

/** See https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.16 */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** The earliest date of the format, so that the same files make the same archive. */
const DATE = 0x0021;

/** An archive of text files by their paths, with `/` between folders. */
export function zip(files: ReadonlyMap<string, string>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = describe(name, content, packed);
    const local = Buffer.concat([u32(LOCAL), u16(VERSION), common, u16(0), name, packed]);
    // No comment, disk number or attributes; last the offset of the local header.
    const rest = [u16(0), u16(0), u16(0), u16(0), u32(0), u32(offset)];
    centrals.push(Buffer.concat([u32(CENTRAL), u16(VERSION), u16(VERSION), common, ...rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const count = u16(files.size);
  const end = [u32(END), u16(0), u16(0), count, count, u32(directory.length), u32(offset), u16(0)];
  return Buffer.concat([...locals, directory, ...end]);
}

function describe(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  return Buffer.concat([
    u16(FLAGS),
    u16(DEFLATED),
    u16(0),
    u16(DATE),
    u32(crc32(content)),
    u32(packed.length),
    u32(content.length),
    u16(name.length),
  ]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
