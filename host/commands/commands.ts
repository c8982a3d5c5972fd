/** What a person does with a desk on a database: what the items of the sheet's menu do, and lists of what they ask for. */
interface Command {
  /** `user add` */
  name: string;
  /** The answers to its questions, in their order. */
  answers: string;
  help: string;
  /** The item of the sheet's menu that it stands for. */
  item?: string;
}

export const COMMANDS = [
  {
    name: 'user add',
    answers: '<email> <role> <cafe ID> <phone>',
    help: 'add a user and show the password',
    item: 'New user',
  },
  {
    name: 'user password',
    answers: '<email>',
    help: 'make a new password and show it',
    item: 'New password',
  },
  { name: 'user disable', answers: '<email>', help: 'end all that a user may do', item: 'Disable a user' },
  { name: 'user list', answers: '', help: 'list the users' },
  {
    name: 'logout everywhere',
    answers: '<email>',
    help: 'end all sessions of a user',
    item: 'Log out everywhere',
  },
  {
    name: 'key add',
    answers: '<email> <purpose> <yes or no: in URLs>',
    help: 'make an API key and show it',
    item: 'New API key',
  },
  { name: 'key revoke', answers: '<ID>', help: 'refuse an API key from now on', item: 'Revoke an API key' },
  { name: 'key list', answers: '', help: 'list the API keys' },
  {
    name: 'cafe add',
    answers: '<name> <currency> <time zone> <tax percent>',
    help: 'add a cafe, where no sheet has the tab Cafes',
  },
  { name: 'cafe list', answers: '', help: 'list the cafes' },
  {
    name: 'device add',
    answers: '<cafe ID> <name>',
    help: 'add a device of a cafe and show its token',
    item: 'New device',
  },
  { name: 'device revoke', answers: '<ID>', help: 'refuse a device from now on', item: 'Revoke a device' },
  { name: 'device list', answers: '', help: 'list the devices' },
  {
    name: 'stripe connect',
    answers: '<secret key> <webhook secret>',
    help: 'connect Stripe, for payments',
    item: 'Connect Stripe',
  },
  {
    name: 'stripe renew-secret',
    answers: '<webhook secret>',
    help: "enter the new secret of Stripe's webhook",
    item: 'New Stripe webhook secret',
  },
  {
    name: 'twilio connect',
    answers: '<account SID> <auth token> <number>',
    help: 'connect Twilio, for text messages',
    item: 'Connect Twilio',
  },
  {
    name: 'address set',
    answers: '<https://...>',
    help: 'say where the host is reached from outside',
    item: 'Public address',
  },
  { name: 'time-zone set', answers: '<Europe/Berlin>', help: 'say in which time zone days are counted' },
  {
    name: 'test-mode',
    answers: '<on or off>',
    help: 'simulate payments and texts where none is connected',
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
    help: 'make a new secret of a push endpoint',
    item: 'New push secret',
  },
  { name: 'push-endpoint list', answers: '', help: 'list the push endpoints' },
  {
    name: 'forget',
    answers: '<phone, email or ID> <yes or no>',
    help: 'export all about a person into a file, then delete it',
    item: 'Forget a person',
  },
  {
    name: 'old-data remove',
    answers: '<months> <yes or no>',
    help: 'export what is done with and older into a file, then delete it',
    item: 'Remove old data',
  },
  { name: 'recount', answers: '', help: 'count leads and orders anew, after rows were changed by SQL' },
  { name: 'health', answers: '', help: 'show the state of the desk', item: 'Health' },
] as const satisfies readonly Command[];

export type CommandName = (typeof COMMANDS)[number]['name'];

/** Undefined where the words begin no command. */
export function findCommand(words: readonly string[]): { name: CommandName; answers: string[] } | undefined {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  return command && { name: command.name, answers: words.slice(command.name.split(' ').length) };
}

/** Only the first word is repeated: answers may be secrets. */
export function describeUnknown([word = '']: readonly string[]): string {
  const similar = COMMANDS.map(({ name }) => name).filter((name) => name.split(' ')[0] === word);
  return similar.length > 0
    ? `"${word}" is followed by another word: ${similar.join(', ')}. See "help".`
    : `There is no command "${word}". See "help".`;
}

/** A line for each command. */
export function listCommands(): string {
  const usages = COMMANDS.map(({ name, answers }) => `${name} ${answers}`.trim());
  const width = Math.max(...usages.map(({ length }) => length));
  return COMMANDS.map(({ help }, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${help}\n`).join('');
}

/** What the code says of the sheet's menu, as it is said here: `API > Test mode` is `npm run host -- test-mode`. */
export function withCommands(text: string): string {
  const items = COMMANDS.flatMap((command) =>
    'item' in command ? [{ item: `API > ${command.item}`, name: command.name }] : [],
  );
  return items.reduce((said, { item, name }) => said.split(item).join(`npm run host -- ${name}`), text);
}
