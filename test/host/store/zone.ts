export function deskTimeZone(): string {
  return 'Europe/Berlin';
}
