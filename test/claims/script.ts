import { checkClaim } from '../../src/claims/claim';
import { CLAIMS } from '../../src/claims/claims';

/** The claims whose ids begin with this. */
export function checkAll(service: string) {
  return CLAIMS.filter(({ id }) => id.startsWith(`${service}.`)).map(checkClaim);
}

export function checkWrong(expected: string) {
  return checkClaim({ id: 'wrong', source: '', isInferred: false, expected, run: () => 'right' });
}

export function checkWhatThrows(message: string) {
  const run = () => {
    throw new Error(message);
  };
  return checkClaim({ id: 'throws', source: '', isInferred: false, expected: null, run });
}

/** As that of src/parity.ts. */
export function doPost({ postData }: GoogleAppsScript.Events.DoPost): GoogleAppsScript.Content.TextOutput {
  return ContentService.createTextOutput(postData.type);
}
