/** The page's script, which sends nothing: the policy of the page allows no request. */
export const SCRIPT = `
const all = (selector) => [...document.querySelectorAll(selector)];
const linkTo = ({ id }) => document.querySelector('nav a[href="#' + id + '"]');
const { classList, dataset } = document.body;
const [search, key] = all('.tools input');
const [count, said] = all('output');
const entries = all('article').map((entry) => ({ entry, text: entry.textContent.toLowerCase() }));
function find() {
  const words = search.value.toLowerCase().split(/\\s+/);
  for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word));
  const found = all('article:not([hidden])');
  for (const section of all('section'))
    section.hidden = search.value !== '' && !found.some((entry) => section.contains(entry));
  for (const one of all('section, article')) linkTo(one).parentElement.hidden = one.hidden;
  classList.toggle('searching', search.value !== '');
  count.textContent = search.value && found.length + ' of ' + entries.length;
  scrollTo(0, 0);
  return found[0];
}
search.addEventListener('input', find);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { search.value = ''; find(); }
  if (event.key === 'Enter') location.hash = find()?.id ?? '';
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input') || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  search.focus();
});

const inView = new Set();
const spy = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) inView[isIntersecting ? 'add' : 'delete'](target);
  const shown = all('section, article').findLast((one) => inView.has(one));
  if (!shown) return;
  for (const link of all('nav [aria-current]')) link.removeAttribute('aria-current');
  linkTo(shown).setAttribute('aria-current', 'true');
  // The navigation of a phone is part of the page, which must not move.
  if (getComputedStyle(document.querySelector('.side')).position === 'sticky')
    linkTo(shown).scrollIntoView({ block: 'nearest' });
}, { rootMargin: '-10% 0px -88% 0px' });
for (const one of all('section, article')) spy.observe(one);

function fill() {
  key.setCustomValidity(/^[\\w.~+/=-]*$/.test(key.value) ? '' : 'A key has no spaces and no quotes.');
  key.reportValidity();
  for (const one of all('.key')) one.textContent = (key.validity.valid && key.value) || 'YOUR_KEY';
}
function show(language) {
  dataset.language = language;
  for (const one of all('[data-show]')) one.ariaPressed = one.dataset.show === language;
}
async function copy(button) {
  const code = [...button.closest('figure').children].findLast((one) => one.offsetParent);
  await navigator.clipboard.writeText(code.textContent);
  said.textContent = button.textContent = 'Copied';
  setTimeout(() => { said.textContent = ''; button.textContent = 'Copy'; }, 2000);
}
addEventListener('click', ({ target }) => {
  if (target.matches('[data-show]')) show((sessionStorage.language = target.dataset.show));
  if (target.matches('[data-copy]')) copy(target);
});
key.addEventListener('input', () => { sessionStorage.apiKey = key.value; fill(); });
for (const one of all('.api')) one.textContent = location.origin;
// Browsers have a clipboard for pages by HTTPS and of the own machine only.
classList.add('live', ...(navigator.clipboard ? ['clipboard'] : []));
show(sessionStorage.language ?? 'curl');
key.value = sessionStorage.apiKey ?? '';
fill();
`;
