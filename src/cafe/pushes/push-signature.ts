type Bytes = GoogleAppsScript.Byte[];

/** What is signed, in the words of the Standard Webhooks specification (standardwebhooks.com). */
export interface Signed {
  id: string;
  /** Epoch seconds. */
  timestamp: number;
  body: string;
}

/** `v1,<base64>`, one for each secret, with blanks between: a receiver needs to know one of them. */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  const content = bytesOf(`${id}.${timestamp}.${body}`);
  return secrets
    .map((secret) => {
      const key = Utilities.base64Decode(secret.replace(/^whsec_/, ''));
      return `v1,${Utilities.base64Encode(Utilities.computeHmacSha256Signature(content, key))}`;
    })
    .join(' ');
}

/** UTF-8. */
export function bytesOf(text: string): Bytes {
  return Utilities.newBlob(text).getBytes();
}
