/** Search, keys and copies of the API's reference. It sends nothing: the policy of the page allows no request. */
import '../shared/base.css';
import './docs.css';

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const linkTo = ({ id }: HTMLElement) => all(`nav a[href="#${id}"]`)[0];
const { classList, dataset } = document.body;
const [search, key] = document.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement];
const [count, said] = document.querySelectorAll('output') as unknown as [
  HTMLOutputElement,
  HTMLOutputElement,
];

const entries = all('article').map((entry) => [entry, entry.textContent?.toLowerCase() ?? ''] as const);

/** Leaves the operations that have all the words. Returns the first. */
function find(): HTMLElement | undefined {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const [entry, text] of entries) {
    entry.hidden = !words.every((word) => text.includes(word));
    linkTo(entry)?.parentElement?.toggleAttribute('hidden', entry.hidden);
  }
  const found = all('article:not([hidden])');
  classList.toggle('searching', search.value !== '');
  count.textContent = search.value && `${found.length} of ${entries.length}`;
  scrollTo(0, 0);
  follow();
  return found[0];
}

search.addEventListener('input', find);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') search.value = '';
  const first = find();
  if (event.key === 'Enter') location.hash = first?.id ?? '';
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  search.focus();
});

/** Marks the part that is read in the navigation. */
function follow(): void {
  const isRead = (one: HTMLElement) => one.offsetParent && one.getBoundingClientRect().top < innerHeight / 8;
  const shown = all('section, article').filter(isRead).at(-1);
  const link = shown && linkTo(shown);
  if (!link || link.ariaCurrent) return;
  for (const one of all('nav [aria-current]')) one.ariaCurrent = null;
  link.ariaCurrent = 'true';
  // The navigation of a phone is part of the page, which must not move.
  if (all('.side').some((side) => getComputedStyle(side).position === 'sticky'))
    link.scrollIntoView({ block: 'nearest' });
}
addEventListener('scroll', follow);

// The build does not know on which host the page will be, and names another one.
const built = all('#start code')[0]?.textContent ?? '';
const examples = all('pre, #start code').map((one) => {
  return [one, one.textContent?.replaceAll(built, location.origin) ?? ''] as const;
});

function fill(): void {
  sessionStorage.apiKey = key.value;
  const isKey = /^[\w.~+/=-]*$/.test(key.value);
  key.setCustomValidity(isKey ? '' : 'A key has no spaces and no quotes.');
  key.reportValidity();
  for (const [one, text] of examples)
    one.textContent = isKey && key.value ? text.replace('YOUR_KEY', key.value) : text;
}

function show(language: string): void {
  sessionStorage.language = dataset.language = language;
  for (const one of all('[data-show]')) one.ariaPressed = String(one.dataset.show === language);
}

async function copy(button: HTMLElement): Promise<void> {
  const shown = [...(button.closest('figure')?.querySelectorAll('pre') ?? [])].find(
    (one) => one.offsetParent,
  );
  await navigator.clipboard.writeText(shown?.textContent ?? '');
  said.textContent = button.textContent = 'Copied';
  setTimeout(() => {
    said.textContent = '';
    button.textContent = 'Copy';
  }, 2000);
}

addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  if (target.dataset.show) show(target.dataset.show);
  else void copy(target);
});
key.addEventListener('input', fill);

// Browsers have a clipboard for pages by HTTPS and of the own machine only.
if (!navigator.clipboard) for (const one of all('[data-copy]')) one.remove();
classList.add('live');
show(sessionStorage.language ?? 'curl');
key.value = sessionStorage.apiKey ?? '';
fill();
follow();
