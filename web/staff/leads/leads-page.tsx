import './leads.css';
import { useEffect } from 'preact/hooks';
import type { ListedLead } from '../../../src/leads/lead/lead-view';
import { ShortcutHelp } from '../../shared/shortcut-help';
import { useStore } from '../../shared/store';
import { Header } from '../header';
import { route } from '../router';
import { MuteSwitch, unlockSoundOnTouch } from '../sound';
import * as FRAME from '../texts';
import { EndOfList } from './end-of-list';
import { type LeadSearch, parseLeadsAddress, toHash, type View, WHOSE } from './lead-address';
import { LeadPane } from './lead-pane';
import { LeadList } from './lead-row';
import { LeadSearchForm } from './lead-search';
import { AwaySwitch, NotifyButton } from './own-switches';
import { Split } from './split';
import * as TEXTS from './texts';
import { Today } from './today';
import { useArrivals } from './unread';
import { usePages } from './use-pages';
import { useWaiting } from './waiting';

const VIEWS: readonly View[] = ['today', 'all'];

/** A list of leads, and the one that is open beside it, or in its place on a phone. */
export function LeadsPage() {
  const address = parseLeadsAddress(useStore(route));
  const { id, view, whose, search } = address;
  const waiting = useWaiting(whose);
  useArrivals(waiting.value, whose);
  useEffect(unlockSoundOnTouch, []);
  return (
    <>
      <Header title={FRAME.pages.leads} waiting={waiting.value?.length ?? 0}>
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
        <MuteSwitch />
        <ShortcutHelp />
      </Header>
      <Split
        openId={id}
        texts={TEXTS.list}
        list={
          <>
            <LeadSearchForm search={search} />
            {view === 'today' ? (
              <>
                <nav class="row" aria-label={TEXTS.list.whose}>
                  {([undefined, ...WHOSE] as const).map((name) => (
                    <a
                      key={name}
                      class="tap pill"
                      href={toHash({ view, whose: name, search })}
                      aria-current={name === whose ? 'page' : undefined}
                    >
                      {TEXTS.list.agents[name ?? 'all']}
                    </a>
                  ))}
                </nav>
                <div class="row">
                  <AwaySwitch />
                  <NotifyButton />
                </div>
                <Today key={whose} whose={whose} waiting={waiting} chosen={id} />
              </>
            ) : (
              <AllLeads search={search} chosen={id} />
            )}
          </>
        }
      >
        {id !== undefined && <LeadPane key={id} id={id} address={address} />}
      </Split>
    </>
  );
}

/** All leads that match, the newest first. */
function AllLeads({ search, chosen }: { search: LeadSearch; chosen: string | undefined }) {
  const pages = usePages<ListedLead>('/v1/leads', search);
  return (
    <>
      <LeadList
        label={TEXTS.list.title}
        leads={pages.rows}
        address={{ view: 'all', search }}
        chosen={chosen}
      />
      <EndOfList pages={pages} search={search} texts={TEXTS.list} />
    </>
  );
}
