/** A command of a person on a desk with a database: an item of the sheet's menu, or a list of rows. */
interface Command {
  /** `user add` */
  name: string;
  /** The answers to its questions, in their order. */
  answers: string;
  help: string;
  /** The item of the sheet's menu that it stands for. */
  item?: string;
  /** The tab of the sheet whose rows it lists. */
  tab?: string;
  /** The cell of the sheet that is edited instead, in the words of the code. */
  edit?: string;
  /** The command's item belongs to a provider. */
  ofProvider?: true;
}

export const COMMANDS = [
  {
    name: 'user add',
    answers: '<email> <role> <cafe or phone>',
    help: 'add a user and show the password',
    item: 'New user',
  },
  {
    name: 'user password',
    answers: '<email>',
    help: 'set a new password and show it',
    item: 'New password',
  },
  {
    name: 'user change',
    answers: '<email> <role> <cafe or phone>',
    help: 'give a user another role, cafe or phone',
  },
  {
    name: 'user disable',
    answers: '<email>',
    help: 'disable a user and end all sessions',
    item: 'Disable a user',
  },
  {
    name: 'user enable',
    answers: '<email>',
    help: 'let a disabled user log in again',
    edit: 'empty the cell disabledAt in their row of the Users tab',
  },
  { name: 'user list', answers: '', help: 'list the users', tab: 'Users' },
  {
    name: 'logout everywhere',
    answers: '<email>',
    help: 'end all sessions of a user',
    item: 'Log out everywhere',
  },
  {
    name: 'key add',
    answers: '<email> <purpose> <yes or no: in URLs>',
    help: 'create an API key and show it',
    item: 'New API key',
  },
  { name: 'key revoke', answers: '<ID>', help: 'revoke an API key', item: 'Revoke an API key' },
  { name: 'key list', answers: '', help: 'list the API keys', tab: 'Keys' },
  {
    name: 'cafe add',
    answers: '<name> <currency> <time zone> <tax percent>',
    help: 'add a cafe, if no sheet has the Cafes tab',
  },
  { name: 'cafe list', answers: '', help: 'list the cafes', tab: 'Cafes' },
  {
    name: 'device add',
    answers: '<cafe ID> <name>',
    help: 'add a device to a cafe and show its token',
    item: 'New device',
  },
  { name: 'device revoke', answers: '<ID>', help: 'revoke a device', item: 'Revoke a device' },
  { name: 'device list', answers: '', help: 'list the devices', tab: 'Devices' },
  {
    name: 'stripe connect',
    answers: '<secret key> <webhook secret, unless the webhook is added>',
    help: 'connect Stripe, for payments',
    item: 'Connect Stripe',
    ofProvider: true,
  },
  {
    name: 'stripe renew-secret',
    answers: '<webhook secret>',
    help: "enter the new secret of Stripe's webhook",
    item: 'New Stripe webhook secret',
    ofProvider: true,
  },
  {
    name: 'twilio connect',
    answers: '<account SID> <auth token> <number>',
    help: 'connect Twilio, for text messages',
    item: 'Connect Twilio',
    ofProvider: true,
  },
  {
    name: 'address set',
    answers: '<https://...>',
    help: 'set the public URL of the host',
    item: 'Public address',
  },
  { name: 'time-zone set', answers: '<Europe/Berlin>', help: 'set the time zone in which days are counted' },
  {
    name: 'test-mode',
    answers: '<on or off>',
    help: 'simulate payments and texts without a provider',
    item: 'Test mode',
  },
  {
    name: 'push-endpoint add',
    answers: '<cafe ID or leads> <URL>',
    help: 'add a push endpoint and show its secret',
    item: 'New push endpoint',
  },
  {
    name: 'push-endpoint renew-secret',
    answers: '<ID>',
    help: 'create a new secret for a push endpoint',
    item: 'New push secret',
  },
  { name: 'push-endpoint list', answers: '', help: 'list the push endpoints', tab: 'Push endpoints' },
  {
    name: 'forget',
    answers: '<phone, email or ID> <yes or no>',
    help: 'export everything about a person to a file, then delete it',
    item: 'Forget a person',
  },
  {
    name: 'old-data remove',
    answers: '<months> <yes or no>',
    help: 'export closed and completed data to a file, then delete it',
    item: 'Remove old data',
  },
  { name: 'recount', answers: '', help: 'recount leads and orders, after rows were changed by SQL' },
  { name: 'health', answers: '', help: 'show the state of the desk', item: 'Health' },
] as const satisfies readonly Command[];

type AnyCommand = (typeof COMMANDS)[number];
export type CommandName = AnyCommand['name'];
export type ProviderCommand = Extract<AnyCommand, { ofProvider: true }>['name'];

/** Undefined where the words begin no command. */
export function findCommand(words: readonly string[]): { name: CommandName; answers: string[] } | undefined {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  return command && { name: command.name, answers: words.slice(command.name.split(' ').length) };
}

/** Only the first word is repeated: answers may be secrets. */
export function describeUnknown([word = '']: readonly string[]): string {
  const similar = COMMANDS.map(({ name }) => name).filter((name) => name.split(' ')[0] === word);
  return similar.length > 0
    ? `"${word}" needs another word: ${similar.join(', ')}. See "help".`
    : `There is no command "${word}". See "help".`;
}

/** A line for each command. */
export function listCommands(): string {
  const usages = COMMANDS.map(({ name, answers }) => `${name} ${answers}`.trim());
  const width = Math.max(...usages.map(({ length }) => length));
  return COMMANDS.map(({ help }, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${help}\n`).join('');
}

/**
 * Puts commands into what the code says of the sheet and its menu: `API > Test mode` is `npm run host -- test-mode`, and the
 * Keys tab is the list of `npm run host -- key list`.
 */
export function withCommands(text: string): string {
  return COMMANDS.flatMap(wordsFor).reduce((said, [inSheet, here]) => said.split(inSheet).join(here), text);
}

function wordsFor({ name, item, tab, edit }: Command): (readonly [inSheet: string, here: string])[] {
  const command = `npm run host -- ${name}`;
  return [
    ...(item ? [[`API > ${item}`, command] as const] : []),
    ...(edit ? [[edit, `run ${command}`] as const] : []),
    ...(tab
      ? [[`in the ${tab} tab`, `in "${command}"`] as const, [`The ${tab} tab`, `"${command}"`] as const]
      : []),
  ];
}
