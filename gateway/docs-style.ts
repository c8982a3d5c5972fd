/** Light or dark as the reader has it. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
code, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; border-radius: .4rem; background: light-dark(#f3f3f5, #26262b); }
details { border-top: 1px solid light-dark(#ccc, #444); padding: .5rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4rem; }
summary span, small { color: light-dark(#555, #aaa); }
`;
