import { needsCafe, ROLES, rolesWith, USER_ROLES } from '../../src/accounts/roles';

test('the roles, and who may do what', () => {
  expect(ROLES).toEqual(['admin', 'agent', 'manager', 'staff', 'device']);
  expect(USER_ROLES).toEqual(['admin', 'agent', 'manager', 'staff']);
  expect(rolesWith('leads')).toEqual(['admin', 'agent']);
  expect(rolesWith('orders')).toEqual(['admin', 'manager', 'staff', 'device']);
  expect(rolesWith('menu')).toEqual(['admin', 'manager']);
  expect(rolesWith('availability')).toEqual(['admin', 'manager', 'staff', 'device']);
  expect(rolesWith('takings')).toEqual(['admin', 'manager', 'device']);
  expect(rolesWith('devices')).toEqual(['admin', 'manager']);
  expect(ROLES.filter(needsCafe)).toEqual(['manager', 'staff', 'device']);
});
