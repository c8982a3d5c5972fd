import { findAll } from '../../tables/tables';
import { MESSAGES, type Message } from './tables';

/**
 * A tab gets a column for each cell that its longest text needs, on all of its rows. So a body fills ten columns at most, and what
 * is longer goes on in further rows. These are no messages: their messageId and caseNumber end in a mark, so that nothing
 * counts them or takes them for one.
 */
const MARK = '+';
export const MAX_COLUMNS = 10;
/** Characters of a part; a few need several in a cell, and where there are many of these the part is half as long, or less. */
export const PART_LENGTH = 440_000;
/** No part but the last is shorter: ten columns have room for so many of whatever kind. */
const SHORTEST_PART = PART_LENGTH / 8;

/** A row that has more of a message's text, counted from 1. */
export function furtherRow(message: Message, number: number, body: string): Message {
  return {
    ...message,
    messageId: `${message.messageId}${MARK}${number}`,
    caseNumber: continued(message.caseNumber),
    body,
    attachments: [],
  };
}

/** Completes the messages' texts from further rows. Only where a text may go on these are looked for. */
export function withWholeTexts(messages: readonly Message[]): Message[] {
  const long = messages.filter(({ body }) => body.length >= SHORTEST_PART);
  const caseNumbers = [...new Set(long.map(({ caseNumber }) => continued(caseNumber)))];
  const further = findAll(MESSAGES, 'caseNumber', caseNumbers);
  const texts = new Map(further.map(({ messageId, body }) => [messageId, body]));
  return messages.map((message) => {
    let body = message.body;
    for (let part = 1; ; part++) {
      const text = texts.get(`${message.messageId}${MARK}${part}`);
      if (text === undefined) return { ...message, body };
      body += text;
    }
  });
}

/** The case of a row of Messages, be it a message or more of its text. */
export function caseNumberOfRow(caseNumber: string): string {
  return isFurther(caseNumber) ? caseNumber.slice(0, -MARK.length) : caseNumber;
}

/** The id of the message that a row is, or is more of. */
export function messageOfRow(messageId: string): string {
  return messageId.replace(/\+\d+$/, '');
}

/** True if a row with this in its column caseNumber is more of a message's text. */
export function isFurther(caseNumber: string): boolean {
  return caseNumber.endsWith(MARK);
}

function continued(caseNumber: string): string {
  return caseNumber + MARK;
}
