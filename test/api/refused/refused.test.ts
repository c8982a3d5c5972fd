import { IS_LONG } from '../../harness/extent';
import { ADDRESSES } from './addresses';
import { BODY } from './bodies';
import { CAFE_FIELDS } from './cafe-fields';
import { LEAD_FIELDS } from './fields';
import { GUARDED, HEADERS, mayAsk } from './headers';
import { testRefusals } from './refusal';

testRefusals({ ...ADDRESSES, ...BODY, ...LEAD_FIELDS, ...CAFE_FIELDS, ...HEADERS }, { isWhole: IS_LONG });

test('each endpoint is for the roles that may ask for it', () => {
  expect(GUARDED.map(({ endpoint, route }) => [endpoint, route.access])).toEqual(
    GUARDED.map(({ endpoint }) => [endpoint, mayAsk(endpoint)]),
  );
});
