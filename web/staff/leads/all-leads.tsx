import type { ListedLead } from '../../../src/leads/lead/lead-view';
import { EndOfList } from './end-of-list';
import type { LeadSearch } from './lead-address';
import { LeadList } from './lead-row';
import * as TEXTS from './texts';
import { usePages } from './use-pages';

/** All leads that match, the newest first. */
export function AllLeads({ search, chosen }: { search: LeadSearch; chosen: string | undefined }) {
  const pages = usePages<ListedLead>('/v1/leads', search);
  return (
    <>
      <LeadList
        label={TEXTS.list.title}
        leads={pages.rows}
        address={{ view: 'all', search }}
        chosen={chosen}
      />
      <EndOfList
        pages={pages}
        more={TEXTS.list.more}
        search={search}
        none={TEXTS.list.noLeads}
        failed={TEXTS.list.failed}
      />
    </>
  );
}
