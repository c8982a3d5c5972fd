export const SCRIPT_NAMES = ['desk', 'api'] as const;
export type ScriptName = (typeof SCRIPT_NAMES)[number];

export interface ScriptText {
  /** Of the spreadsheet and of the script. */
  title: string;
  /** What the deployment's address is. */
  address: string;
  /** What only its owner can do, in the sheet. */
  left: readonly string[];
}

export const SCRIPTS: Record<ScriptName, ScriptText> = {
  desk: {
    title: 'Case desk',
    address: 'your page',
    left: [
      'Open the sheet, wait for the menu "Case desk", choose Set up.',
      'Google asks for consent: tick every box. Then choose Set up once more.',
      'Enter whose mail to track in the tab Settings, or on your page.',
    ],
  },
  api: {
    title: 'Counter',
    address: 'the web app',
    left: [
      'Open the sheet, wait for the menu "API", choose Set up.',
      'Google asks for consent: tick every box. Then choose Set up once more.',
      'Choose New user in the same menu, then New API key: the key is shown once.',
      'Real HTTP in front: npm run gateway -- --web-app <the web app above>.',
    ],
  },
};
