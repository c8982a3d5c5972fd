/**
 * Called once, before the page starts: a link that would leave the demo is named in the bar above, and not followed.
 * Nobody who looks around rings an invented number or meets a page of Google's that does not exist.
 */
export function stayInside(): void {
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
      if (!link || leadsInside(link)) return;
      event.preventDefault();
      event.stopPropagation();
      parent.postMessage({ demo: describe(link) }, '*');
    },
    { capture: true },
  );
}

function leadsInside({ href, protocol }: HTMLAnchorElement): boolean {
  // A file made here, such as a CSV.
  if (protocol === 'blob:' || protocol === 'data:') return true;
  return protocol === location.protocol && href.startsWith(new URL('.', location.href).href);
}

function describe({ href, protocol, host }: HTMLAnchorElement): string {
  const [, address = ''] = href.split(/[:?]/);
  if (protocol === 'tel:') return `This calls ${decodeURIComponent(address)}.`;
  if (protocol === 'mailto:') return `This opens a mail to ${decodeURIComponent(address)}.`;
  return `This opens ${host}.`;
}
