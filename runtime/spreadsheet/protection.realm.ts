import { emulated } from '../realm/emulated';
import { notEmulated } from '../realm/host';
import { call } from './call.realm';
import { ProtectionType } from './enums.realm';
import type { ProtectionChange, ProtectionFacts } from './facts';
import { toArea, toRange } from './references.realm';
import { emailOf, type Person, user } from './user.realm';
import { MESSAGES } from './wording';

type Protection = GoogleAppsScript.Spreadsheet.Protection;
type People = Person | Person[];

/** A protection by its id; every getter is a call. */
export function protection(book: string, id: number): Protection {
  const facts = (): ProtectionFacts => {
    const found = call('spreadsheet.getProtections', book).find((known) => known.id === id);
    if (!found) throw new Error(MESSAGES.protectionIsGone);
    return found;
  };
  const change = (wanted: ProtectionChange) => {
    call('spreadsheet.changeProtection', book, id, wanted);
    return self;
  };
  const add = (people: People) => change({ editors: [...new Set([...facts().editors, ...emails(people)])] });
  const drop = (people: People) => {
    const gone = emails(people);
    return change({ editors: facts().editors.filter((email) => !gone.includes(email)) });
  };
  const self: Protection = emulated('Spreadsheet.Protection', {
    addEditor: add,
    addEditors: add,
    removeEditor: drop,
    removeEditors: drop,
    canDomainEdit: () => false,
    // The script runs as the owner, who can always edit what the owner protects (facts 6.3).
    canEdit: () => !facts().foreign,
    getDescription: () => facts().description,
    getEditors: () => facts().editors.map(user),
    getProtectionType: () => (facts().whole ? ProtectionType.SHEET : ProtectionType.RANGE),
    getRange: () => toRange(facts().area),
    getUnprotectedRanges: () => facts().unprotected.map(toRange),
    isWarningOnly: () => facts().warningOnly,
    remove: () => call('spreadsheet.changeProtection', book, id, null),
    setDescription: (description: string) => change({ description }),
    setDomainEdit: () => self,
    setRange(range: GoogleAppsScript.Spreadsheet.Range) {
      if (facts().whole) throw notEmulated('Protection.setRange of a protected sheet');
      return change({ area: toArea(range) });
    },
    setUnprotectedRanges: (ranges: GoogleAppsScript.Spreadsheet.Range[]) =>
      change({ unprotected: ranges.map(toArea) }),
    setWarningOnly: (warningOnly: boolean) => change({ warningOnly }),
  } satisfies Partial<Protection>);
  return self;
}

export function protections(
  book: string,
  type: GoogleAppsScript.Spreadsheet.ProtectionType,
  sheet?: number,
): Protection[] {
  return call('spreadsheet.getProtections', book)
    .filter(({ whole }) => whole === (type === ProtectionType.SHEET))
    .filter(({ area }) => sheet === undefined || area.sheet === sheet)
    .map(({ id }) => protection(book, id));
}

function emails(people: People): string[] {
  return [people].flat().map(emailOf);
}
