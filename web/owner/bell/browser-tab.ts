import { TEXTS } from '../texts';

/** Shows the number of what is new in the title and the icon of the browser's tab, as far as the page can reach them. */
export function countInTab(count: number): void {
  const target = tabDocument();
  target.title = count > 0 ? `(${count}) ${TEXTS.app.name}` : TEXTS.app.name;
  const known = target.querySelector<HTMLLinkElement>('link[rel=icon]');
  const icon = known ?? target.head.appendChild(target.createElement('link'));
  icon.rel = 'icon';
  icon.href = `data:image/svg+xml,${encodeURIComponent(drawIcon(count))}`;
}

/** The icon is a letter, with the number on it. */
function drawIcon(count: number): string {
  const shown = count > 99 ? '99+' : count;
  const badge = `<circle cx="21" cy="21" r="11" fill="#b42318"/><text x="21" y="26" fill="#fff" font-family="sans-serif" font-weight="700" font-size="${count > 9 ? 12 : 16}" text-anchor="middle">${shown}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="5" width="30" height="22" rx="4" fill="#0b57d0"/><path d="m4 9 12 9 12-9" fill="none" stroke="#fff" stroke-width="3"/>${count > 0 ? badge : ''}</svg>`;
}

/** The outer document has the tab. Google's is on another site, where no page can change it. */
function tabDocument(): Document {
  try {
    return top?.document ?? document;
  } catch {
    return document;
  }
}
