import type { ComponentChildren } from 'preact';
import { person as TEXTS } from './texts';

interface Props {
  name: string | undefined;
  /** A mail address or a phone number. */
  address: string | undefined;
  /** Shows both beside each other. */
  isWhole?: boolean;
  /** Makes more of the text than itself. */
  show?: (text: string) => ComponentChildren;
}

/** A person on every page: the name, else the address. The title has both. */
export function Person({ name, address, isWhole = false, show = (text) => text }: Props) {
  const shown = nameOf(name, address);
  const title = name && address ? `${shown} (${showMarks(address)})` : shown;
  return <bdi title={title}>{show(isWhole ? title : shown)}</bdi>;
}

/** Names a person within a sentence. */
export function nameOf(name: string | undefined, address: string | undefined): string {
  return showMarks(name || address || TEXTS.unnamed);
}

/** Marks that turn the direction of text around, by which a name can pretend to be another one (Unicode TR 36). */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name or a subject with such characters shown as what they are: `[U+202E]`. */
export function showMarks(text: string): string {
  return text.replace(MARKS, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);
}
