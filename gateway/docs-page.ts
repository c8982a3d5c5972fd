/** Light or dark as the reader has it. Nothing scrolls sideways: long lines wrap. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --soft: light-dark(#57606a, #a5adb8); }
html { color: light-dark(#1f2328, #e6e9ee); background: light-dark(#fff, #14171b); }
body { max-width: 62rem; margin: 0 auto; padding: 0 1rem 4rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .25rem; text-transform: capitalize; }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
a { color: light-dark(#0550ae, #79b8ff); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; margin: .25rem 0; padding: .75rem; border-radius: .4rem;
  background: light-dark(#f3f4f6, #22262b); }
nav { display: flex; flex-wrap: wrap; gap: .25rem .9rem; }
search { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center;
  padding: .75rem 0; background: light-dark(#fff, #14171b); }
search[hidden] { display: none; }
input { flex: 1 1 14rem; font: inherit; padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: .4rem; }
details { border-top: 1px solid light-dark(#d0d7de, #3a4048); padding: .5rem 0; scroll-margin-top: 4rem; }
section { scroll-margin-top: 4rem; }
summary { cursor: pointer; }
summary:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid light-dark(#0969da, #58a6ff); }
summary b { display: inline-block; min-width: 4.5rem; color: light-dark(#0550ae, #79b8ff); }
summary b.DELETE { color: light-dark(#b3261e, #ff8a80); }
summary span, small, caption { color: var(--soft); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; font-size: .9375rem; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; width: 30%;
  border-bottom: 1px solid light-dark(#e4e7eb, #30353c); font-weight: normal; }
thead th { font-weight: 600; }
td:last-child { width: 40%; padding-right: 0; }
td small, th small { display: block; }
[hidden] { display: none; }
`;

/** Shows the operations that have all words of the search, and opens the one that the address names. */
export const SCRIPT = `
const search = document.querySelector('search');
const input = search.querySelector('input');
const entries = [...document.querySelectorAll('details')].map((entry) => ({ entry, text: entry.textContent.toLowerCase() }));
const find = () => {
  const words = input.value.toLowerCase().split(/\\s+/);
  let found = 0;
  for (const { entry, text } of entries) {
    entry.hidden = !words.every((word) => text.includes(word));
    found += entry.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('details:not([hidden])');
  search.querySelector('output').textContent = input.value ? found + ' of ' + entries.length : '';
};
const open = () => {
  const entry = document.getElementById(location.hash.slice(1));
  if (entry?.tagName !== 'DETAILS') return;
  entry.open = true;
  entry.scrollIntoView();
};
input.addEventListener('input', find);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input) return;
  event.preventDefault();
  input.focus();
});
addEventListener('hashchange', open);
search.hidden = false;
open();
`;
