import { checkClaim } from '../../runtime/conformance/case';
import { CLAIMS } from '../../runtime/conformance/cases';

/** The claims whose ids begin with one of these. */
export function checkAll(...services: readonly string[]) {
  return CLAIMS.filter(({ id }) => services.includes(id.slice(0, id.indexOf('.')))).map(checkClaim);
}

export function checkWrong(...expected: readonly string[]) {
  return expected.map((one) =>
    checkClaim({ id: 'wrong', source: '', isInferred: false, expected: one, run: () => 'right' }),
  );
}

export function checkWhatThrows(...messages: readonly string[]) {
  return messages.map((message) => {
    const run = () => {
      throw new Error(message);
    };
    return checkClaim({ id: 'throws', source: '', isInferred: false, expected: null, run });
  });
}

/** As that of runtime/conformance/parity.ts. */
export function doPost({ postData }: GoogleAppsScript.Events.DoPost): GoogleAppsScript.Content.TextOutput {
  return ContentService.createTextOutput(postData.type);
}
