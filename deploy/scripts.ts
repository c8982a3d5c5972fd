export const SCRIPT_NAMES = ['desk', 'api'] as const;
export type ScriptName = (typeof SCRIPT_NAMES)[number];

interface ScriptText {
  /** The name of the sheet and of its script. */
  title: string;
  /** Name of the deployment's URL for people. */
  urlName: string;
  /** Steps that only the owner can take, in the sheet. */
  nextSteps: readonly string[];
}

export const SCRIPTS: Record<ScriptName, ScriptText> = {
  desk: {
    title: 'Case desk',
    urlName: 'your page',
    nextSteps: [
      'Open the sheet, wait for the menu "Case desk", choose Set up.',
      'Google asks for permission: tick every box. Then choose Set up once more.',
      'Add the senders to track in the Settings tab, or on your page.',
    ],
  },
  api: {
    title: 'API sheet',
    urlName: 'the web app',
    nextSteps: [
      'Open the sheet, wait for the menu "API", choose Set up.',
      'Google asks for permission: tick every box. Then choose Set up once more.',
      'Choose New user in the same menu, then New API key. The key is shown once.',
      'For real HTTP in front: npm run gateway -- --deploy workers, or --web-app <the web app above> on a server.',
    ],
  },
};
