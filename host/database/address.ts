import { CommandError } from '../../tools/command';

/** Shows a database's URL to people: a password in it is `***`. */
export function maskPassword(database: string): string {
  const url = new URL(database);
  if (url.password) url.password = '***';
  return url.href;
}

/** @throws CommandError that does not repeat what was given */
export function toDatabase(option: string | undefined, { DATABASE_URL = '' } = process.env): string {
  const given = option ?? DATABASE_URL;
  if (/^postgres(ql)?:/.test(given) && URL.canParse(given)) return given;
  throw new CommandError(
    '--database must be a URL such as postgres://user:password@host:5432/database. See --help.',
  );
}
