/**
 * A Google address as this account opens it. Where somebody is signed in to several, it leads to the first one otherwise: "Sorry,
 * unable to open the file at this time". Gmail, Sheets, Drive and web apps take `authuser` with an email address, by the same practice:
 * github.com/akaniknok/angeloyal-oms-launcher.
 */
export function withAccount(url: string, address = ''): string {
  return url === '' || address === '' ? url : `${url}?authuser=${encodeURIComponent(address)}`;
}
