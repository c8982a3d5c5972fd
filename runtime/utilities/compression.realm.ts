import { exception } from '../realm/host';
import { toBase64 } from './base64.realm';
import { blobOf, bytesOf } from './blob.realm';
import { received } from './bytes.realm';
import { call } from './call.realm';

type Blob = GoogleAppsScript.Base.Blob;
type Source = GoogleAppsScript.Base.BlobSource;

// Names and content types: test/testutilities.js of github.com/brucemcpherson/gas-fakes, which is written against Google.

/** Compresses a blob. One with a name keeps it here; whether it does on Google nobody has published. */
export function gzip(source: Source, name?: string): Blob {
  const own = source.getBlob().getName();
  const bytes = received(call('utilities.gzip', toBase64(bytesOf(source))));
  return blobOf({
    bytes,
    contentType: 'application/x-gzip',
    name: name ?? (own === null ? 'archive.gz' : `${own}.gz`),
  });
}

export function ungzip(source: Source): Blob {
  const data = call('utilities.ungzip', toBase64(bytesOf(source)));
  if (data === null) throw exception('Could not decompress gzip.');
  return blobOf({ bytes: received(data), name: source.getBlob().getName()?.replace(/\.gz$/, '') });
}

export function zip(sources: Source[], name = 'archive.zip'): Blob {
  const names = new Set<string>();
  const files = sources.map((source) => {
    const own = source.getBlob().getName();
    if (own === null) throw exception('Blob object must have non-null name for this operation.');
    if (names.has(own)) throw exception(`Duplicate Filename not allowed: ${own}`);
    names.add(own);
    return { name: own, data: toBase64(bytesOf(source)) };
  });
  return blobOf({ bytes: received(call('utilities.zip', files)), contentType: 'application/zip', name });
}

/** Each file is named with its whole path, and its type follows from the extension. */
export function unzip(source: Source): Blob[] {
  const files = call('utilities.unzip', toBase64(bytesOf(source)));
  if (files === null) throw exception('Invalid argument: blob');
  return files.map(({ name, data }) => blobOf({ bytes: received(data), name }).setContentTypeFromExtension());
}
