export type MenuItem =
  | { caption: string; function: string }
  | { separator: true }
  | { caption: string; items: MenuItem[] };

export interface MenuTree {
  caption: string;
  items: MenuItem[];
}

/** A dialog that an execution showed: alerts and prompts wait for an answer, the others only appear. */
export interface Dialog {
  kind: 'alert' | 'prompt' | 'dialog' | 'sidebar' | 'toast';
  title: string;
  text: string;
  buttons: string;
}

/** Google's own dialog: the person is asked to consent to these scopes, and whatever asked for them has ended. */
export interface ConsentDialog {
  kind: 'consent';
  title: string;
  text: string;
  scopes: string[];
}

export interface Answer {
  button?: string;
  text?: string;
}
