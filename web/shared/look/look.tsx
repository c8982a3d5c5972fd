import { type ComponentChildren, render } from 'preact';
import { Button } from '../button';
import { Glyph } from '../glyph';
import { Person } from '../person';
import { Age, ExactTime, ShortTime, Time } from '../time';
import '../base.css';
import '../toast.css';
import './look.css';

type States = Record<string, ComponentChildren>;
type Props = Record<string, unknown>;

/** Every part of the pages in every state. It is made anew for each light. */
function parts(light: string): Record<string, States> {
  const nav = (state: string, props: Props = {}) => (
    <div class="bar row">
      <b>{'Sheetdesk'}</b>
      <nav aria-label={`${light}, ${state}`}>
        <a href="#app" {...props} class={`plain ${props.class ?? ''}`}>
          {'Cases'}
        </a>
        <a class="plain" href="#app">
          {'Settings'}
        </a>
      </nav>
    </div>
  );
  return {
    Colours: Object.fromEntries(
      tokens()
        .filter((name) =>
          CSS.supports('color', getComputedStyle(document.documentElement).getPropertyValue(name)),
        )
        .map((name) => [name, <div key={name} class="sample" style={{ background: `var(${name})` }} />]),
    ),
    Spaces: Object.fromEntries(
      tokens()
        .filter((name) => name.startsWith('--space'))
        .map((name) => [name, <div key={name} class="sample chosen" style={{ width: `var(${name})` }} />]),
    ),
    Type: {
      title: <strong style={{ fontSize: 'var(--title)' }}>{'Ready'}</strong>,
      heading: <h2>{'A new case'}</h2>,
      text: <span>{'The heating does not start.'}</span>,
      small: <small>{'Once a day'}</small>,
      soft: <span class="soft">{'No subject'}</span>,
      link: <a href="#app">{'Show the mail'}</a>,
      'plain link': (
        <a class="plain" href="#app">
          {'CASE-0012'}
        </a>
      ),
      key: <kbd>{'z'}</kbd>,
      'a word that was found': <mark>{'heating'}</mark>,
    },
    Buttons: {
      ...states((props) => <Button {...props}>{props['aria-disabled'] ? 'Saving …' : 'Save'}</Button>),
      quiet: <Button class="quiet">{'Cancel'}</Button>,
      'quiet, hover': <Button class="quiet is-hover">{'Cancel'}</Button>,
      'quiet link': (
        <a class="button quiet" href="#app">
          {'Leads'}
        </a>
      ),
      danger: <Button class="danger">{'Refund'}</Button>,
      'danger, hover': <Button class="danger is-hover">{'Refund'}</Button>,
      icon: (
        <Button class="quiet icon" aria-label="Accept">
          <Tick />
        </Button>
      ),
    },
    Fields: {
      ...states((props) => (
        <label class="field">
          {'Email'}
          <input value="ana@example.com" {...props} />
        </label>
      )),
      error: (
        <label class="field">
          {'Email'}
          <input value="ana@" aria-invalid="true" />
          <small class="problem">{'An address such as ana@example.com.'}</small>
        </label>
      ),
      empty: <input type="search" placeholder="Search cases" aria-label="Search" />,
      choice: (
        <label class="choice">
          <input type="checkbox" checked />
          {'Send alerts'}
        </label>
      ),
      list: (
        <select aria-label="Status">
          <option>{'Open'}</option>
        </select>
      ),
    },
    Chips: {
      chip: <span class="chip">{'hot 72'}</span>,
      glyph: <Tick />,
      'round ends': (
        <a class="button quiet pill" href="#app">
          {'unread'}
        </a>
      ),
    },
    Navigation: {
      default: nav('default'),
      current: nav('current', { 'aria-current': 'page' }),
      hover: nav('hover', { class: 'is-hover' }),
      focus: nav('focus', { class: 'is-focus' }),
    },
    Cards: {
      default: <div class="card sample" />,
      chosen: <div class="card sample chosen" />,
      'above others': <div class="card sample float" />,
    },
    Table: {
      default: (
        <table>
          <tbody>
            <tr>
              <th scope="row">{'Flat white'}</th>
              <td>{'€3.40'}</td>
            </tr>
          </tbody>
        </table>
      ),
    },
    Dialog: {
      default: (
        <dialog open class="float" style={{ position: 'static' }} aria-label="Cancel the order">
          <p>{'Cancel O-12 and refund €3.40?'}</p>
          <Button class="danger">{'Cancel the order'}</Button>
        </dialog>
      ),
      shortcuts: (
        <dl class="shortcuts">
          <dt>
            <kbd>{'/'}</kbd>
          </dt>
          <dd>{'Search'}</dd>
        </dl>
      ),
    },
    Messages: {
      toast: (
        <div class="toast float row">
          <span>{'CASE-0012 is closed.'}</span>
          <Button>{'Undo'}</Button>
        </div>
      ),
      strip: <p class="strip">{'Offline since 14:05. 2 changes are waiting.'}</p>,
      failure: (
        <div class="failure problem row">
          <p>{'The lead was not saved: the connection is gone.'}</p>
          <Button class="quiet">{'Try again'}</Button>
        </div>
      ),
      problem: <p class="problem">{'A VIN has 17 characters.'}</p>,
      empty: <p class="empty soft">{'Nobody waits.'}</p>,
    },
    'Dates and people': {
      'hours ago': <Time iso={before(3)} />,
      'in a list, today': <ShortTime iso={before(0)} />,
      'in a list, before': <ShortTime iso={before(24 * 30)} />,
      exact: <ExactTime iso={before(24 * 3)} />,
      'another year': <ExactTime iso={before(24 * 400)} />,
      length: <Age iso={before(50)} />,
      'who did it': (
        <span>
          <ExactTime iso={before(72)} /> {'Accepted by'} <Person name="Ana" address="ana@example.com" />
        </span>
      ),
      'with the address': <Person name="Ana" address="ana@example.com" isWhole />,
      'without a name': <Person name="" address="ana@example.com" />,
      'without either': <Person name="" address="" />,
    },
  };
}

/** A control in each of its states. */
function states(make: (props: Props) => ComponentChildren): States {
  return {
    default: make({}),
    hover: make({ class: 'is-hover' }),
    focus: make({ class: 'is-focus' }),
    disabled: make({ disabled: true }),
    busy: make({ 'aria-disabled': 'true' }),
  };
}

function before(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function Tick() {
  return (
    <Glyph>
      <path d="m5 13 4 4L19 7" />
    </Glyph>
  );
}

function Light({ name }: { name: 'light' | 'dark' }) {
  return (
    <section class={`${name} card`} aria-label={name}>
      <h2>{name}</h2>
      {Object.entries(parts(name)).map(([title, shown]) => (
        <div key={title}>
          <h3>{title}</h3>
          <div class="row">
            {Object.entries(shown).map(([state, part]) => (
              <figure key={state}>
                <figcaption>{state}</figcaption>
                {part}
              </figure>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

function rules(): CSSStyleRule[] {
  const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const forPointers = all.filter(
    (rule) => rule instanceof CSSMediaRule && rule.conditionText === '(hover: hover)',
  );
  return [...all, ...forPointers.flatMap((rule) => [...(rule as CSSMediaRule).cssRules])].filter(
    (rule) => rule instanceof CSSStyleRule,
  );
}

/** The names of the tokens, as the base has them. */
function tokens(): string[] {
  const root = rules().find(({ selectorText }) => selectorText === ':root');
  return [...(root?.style ?? [])].filter((name) => name.startsWith('--'));
}

/** No class can put the pointer or the focus on a part, so each rule for that gets a twin. */
function showStates(): void {
  for (const { cssText } of rules())
    if (/:hover|:focus-visible/.test(cssText))
      document.styleSheets[0]?.insertRule(
        cssText.replace(/:hover/g, '.is-hover').replace(/:focus-visible/g, '.is-focus'),
        document.styleSheets[0].cssRules.length,
      );
}

showStates();
render(
  <main id="content">
    <h1>{'The parts of the pages'}</h1>
    <p class="soft">{'Each is in web/shared, and all pages change with it.'}</p>
    <div class="lights">
      <Light name="light" />
      <Light name="dark" />
    </div>
  </main>,
  document.getElementById('app') ?? document.body,
);
