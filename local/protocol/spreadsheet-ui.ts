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

export interface Answer {
  button?: string;
  text?: string;
}
