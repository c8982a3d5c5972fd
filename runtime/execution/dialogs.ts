/** A dialog that an execution has shown: alerts and prompts wait for an answer, the others do not. */
export interface Dialog {
  kind: 'alert' | 'prompt' | 'dialog' | 'sidebar' | 'toast';
  title: string;
  text: string;
  buttons: string;
}

/** Google's own dialog: the user is asked to grant these scopes, and the execution that needs them has ended. */
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
