import { type Claim, listClaims, refusal } from './claim';
import { MAIL_SPIKES, QUOTAS, REFERENCE } from './sources';

export const PROPERTIES: Claim[] = listClaims(`${REFERENCE}/properties/properties`, [
  {
    id: 'properties.absent-is-null',
    expected: null,
    run: () => PropertiesService.getScriptProperties().getProperty('claim.never'),
  },
  {
    id: 'properties.undefined-is-refused',
    source: MAIL_SPIKES,
    expected: 'Exception: Invalid argument: value',
    run: () =>
      refusal(() => PropertiesService.getScriptProperties().setProperty('claim.a', undefined as never)),
  },
  {
    id: 'properties.values.9216-bytes-are-the-most',
    source: QUOTAS,
    isInferred: true,
    expected: [9_216, 'Exception: Argument too large: value'],
    run: () => {
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('claim.a', 'x'.repeat(9_216));
      const length = properties.getProperty('claim.a')?.length;
      const refused = refusal(() => properties.setProperty('claim.a', 'x'.repeat(9_217)));
      properties.deleteProperty('claim.a');
      return [length, refused];
    },
  },
  {
    id: 'properties.kinds.are-apart',
    expected: ['script', 'user', null],
    run: () => {
      const [script, user] = [PropertiesService.getScriptProperties(), PropertiesService.getUserProperties()];
      script.setProperty('claim.a', 'script');
      user.setProperty('claim.a', 'user');
      const document = PropertiesService.getDocumentProperties()?.getProperty('claim.a');
      const values = [script.getProperty('claim.a'), user.getProperty('claim.a'), document];
      script.deleteProperty('claim.a');
      user.deleteProperty('claim.a');
      return values;
    },
  },
]);
