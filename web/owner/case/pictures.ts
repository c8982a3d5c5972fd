import { useEffect, useRef, useState } from 'preact/hooks';
import { MAX_PICTURE_BYTES, type MessageView, type PicturesView } from '../../../src/tracker/case/answers';
import { call } from '../server';

type Pictures = PicturesView['pictures'];

interface Wish {
  messageId: string;
  show: (pictures: Pictures) => void;
}

/** Google runs 30 executions of an account at once, and the timer and other windows need theirs. */
const MAX_AT_ONCE = 2;
/** A message may have four megabytes of pictures. */
const MAX_KEPT = 20;

/** The newest answers, by message. */
const answers = new Map<string, Pictures>();
let waiting: readonly Wish[] = [];
let underWay = 0;

/**
 * The pictures of a message while the element of `ref`, the list of its files, is in sight. They come from the script, so that nobody
 * learns that they were seen.
 */
export function usePictures({ messageId, attachments }: MessageView) {
  const ref = useRef<HTMLUListElement>(null);
  const [isInSight, setInSight] = useState(false);
  const [pictures, setPictures] = useState<Pictures>();
  useEffect(() => {
    if (!ref.current || !attachments.some(isPicture)) return;
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.pop()?.isIntersecting === true),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [attachments]);
  useEffect(() => {
    if (!isInSight || pictures) return;
    const wish = { messageId, show: setPictures };
    waiting = [...waiting, wish];
    void askNext();
    return () => {
      waiting = waiting.filter((one) => one !== wish);
    };
  }, [messageId, isInSight, pictures]);
  return { ref, pictures };
}

/** After a failure there are no pictures: the files are in Drive all the same. */
async function askNext(): Promise<void> {
  const [wish, ...rest] = waiting;
  if (!wish || underWay >= MAX_AT_ONCE) return;
  waiting = rest;
  underWay += 1;
  const { messageId, show } = wish;
  try {
    const pictures = answers.get(messageId) ?? (await call('getPictures', messageId)).pictures;
    keep(messageId, pictures);
    show(pictures);
  } catch {
    // Coming into sight again asks again.
  }
  underWay -= 1;
  return askNext();
}

function keep(messageId: string, pictures: Pictures): void {
  answers.delete(messageId);
  answers.set(messageId, pictures);
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size > MAX_KEPT) answers.delete(oldest);
}

function isPicture({ name, size }: MessageView['attachments'][number]): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(name) && size <= MAX_PICTURE_BYTES;
}
