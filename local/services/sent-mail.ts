import type { Mail } from '../protocol/mail';

/** A mail that a script sent, for whoever wants to look. */
export interface SentMail extends Omit<Mail, 'attachments'> {
  /** Epoch ms. */
  at: number;
  script: string;
  attachments: string[];
}
