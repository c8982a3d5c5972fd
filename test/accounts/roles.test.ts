import { needsCafe, ROLES, rolesWith } from '../../src/accounts/roles';

test('the roles, and who may do what', () => {
  expect(ROLES).toEqual(['admin', 'agent', 'manager', 'staff']);
  expect(rolesWith('leads')).toEqual(['admin', 'agent']);
  expect(rolesWith('orders')).toEqual(['admin', 'manager', 'staff']);
  expect(rolesWith('menu')).toEqual(['admin', 'manager']);
  expect(rolesWith('availability')).toEqual(['admin', 'manager', 'staff']);
  expect(ROLES.filter(needsCafe)).toEqual(['manager', 'staff']);
});
