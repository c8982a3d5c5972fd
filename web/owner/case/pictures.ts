import { useEffect, useState } from 'preact/hooks';
import { MAX_PICTURE_BYTES, type MessageView, type PicturesView } from '../../../src/tracker/page/answers';
import { call } from '../server';

type Pictures = PicturesView['pictures'];

/** The calls made so far, by message. */
const asked = new Map<string, Promise<Pictures>>();

/** The pictures of a message once it is open. They come from the script, so that nobody learns that they were seen. */
export function usePictures({ messageId, attachments }: MessageView, isOpen: boolean): Pictures {
  const [pictures, setPictures] = useState<Pictures>([]);
  const isWanted = isOpen && attachments.some(isPicture);
  useEffect(() => {
    if (isWanted) void ask(messageId).then(setPictures);
  }, [messageId, isWanted]);
  return pictures;
}

/** Resolves with no pictures after a failure: the files are in Drive all the same. */
function ask(messageId: string): Promise<Pictures> {
  const known = asked.get(messageId);
  if (known) return known;
  const answer = call('getPictures', messageId).then(
    ({ pictures }) => pictures,
    () => {
      asked.delete(messageId);
      return [];
    },
  );
  asked.set(messageId, answer);
  return answer;
}

function isPicture({ name, size }: MessageView['attachments'][number]): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(name) && size <= MAX_PICTURE_BYTES;
}
