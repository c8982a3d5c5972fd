import './leads.css';
import { ShortcutHelp } from '../../shared/shortcut-help';
import { useStore } from '../../shared/store';
import { Header } from '../header';
import { route } from '../router';
import * as FRAME from '../texts';
import { AllLeads } from './all-leads';
import { parseLeadsAddress, toHash, type View } from './lead-address';
import { LeadPane } from './lead-pane';
import { LeadSearchForm } from './lead-search';
import { Split } from './split';
import * as TEXTS from './texts';
import { Today } from './today';

const VIEWS: readonly View[] = ['today', 'all'];

/** A list of leads, and the one that is open beside it, or in its place on a phone. */
export function LeadsPage() {
  const address = parseLeadsAddress(useStore(route));
  const { id, view, search } = address;
  return (
    <>
      <Header title={FRAME.pages.leads}>
        <nav aria-label={TEXTS.list.view}>
          {VIEWS.map((name) => (
            <a
              key={name}
              class="plain"
              href={toHash({ view: name, search: {} })}
              aria-current={name === view ? 'page' : undefined}
            >
              {TEXTS.list.views[name]}
            </a>
          ))}
        </nav>
        <ShortcutHelp />
      </Header>
      <Split
        openId={id}
        keys={{ next: TEXTS.list.next, previous: TEXTS.list.previous }}
        placeholder={TEXTS.list.choose}
        list={
          <>
            <LeadSearchForm search={search} />
            {view === 'today' ? <Today chosen={id} /> : <AllLeads search={search} chosen={id} />}
          </>
        }
      >
        {id !== undefined && <LeadPane key={id} id={id} address={address} />}
      </Split>
    </>
  );
}
