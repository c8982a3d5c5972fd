import { withoutTags } from './message-text';
import type { Payload } from './payload';

/** The text of a message as a reader sees it, once in HTML and once without. */
export type Bodies = { html: string; plain: string };

export type AttachedPart = { part: Payload; attachmentId: string; isInline: boolean };

type Text = { isHtml: boolean; text: string };

/** A body that a message has in one form only is made from the other; plain text counts as HTML as it is. */
export function readBodies(payload: Payload): Bodies {
  const html = listTexts(payload, true);
  const plain = listTexts(payload, false);
  return {
    html: html.map(({ text }) => text).join(''),
    plain: plain.map(({ text, isHtml }) => (isHtml ? withoutTags(text) : text)).join(''),
  };
}

/** Lists attachments, including pictures that the HTML shows; not what an attached mail has inside. */
export function listAttachedParts(part: Payload): AttachedPart[] {
  const { attachmentId } = part.body;
  if (attachmentId) return [{ part, attachmentId, isInline: isInline(part) }];
  return (part.parts ?? []).flatMap(listAttachedParts);
}

/** The texts of a part; of alternatives only the one that is in the wanted form, or else the first with any text. */
function listTexts(part: Payload, wantsHtml: boolean): Text[] {
  if (part.body.attachmentId) return [];
  const { data } = part.body;
  if (data !== undefined)
    return [{ isHtml: part.mimeType === 'text/html', text: Buffer.from(data, 'base64url').toString() }];
  const children = (part.parts ?? []).map((child) => listTexts(child, wantsHtml));
  if (part.mimeType !== 'multipart/alternative') return children.flat();
  const wanted = children.find((texts) => texts.some(({ isHtml }) => isHtml === wantsHtml));
  return wanted ?? children.find((texts) => texts.length > 0) ?? [];
}

function isInline({ headers }: Payload): boolean {
  const header = (name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value;
  return header('content-id') !== undefined && !/^\s*attachment/i.test(header('content-disposition') ?? '');
}
