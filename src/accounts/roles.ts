/** Permissions of each role. Routes ask for one of them, so that roles are described here alone. */
const PERMISSIONS = {
  /** Everything, in every cafe. */
  admin: [
    'leads',
    'merging',
    'orders',
    'availability',
    'menu',
    'opening hours',
    'takings',
    'overview',
    'refunds',
    'every cafe',
    'lead endpoints',
    'devices',
  ],
  /** Leads, messages, vehicles and their figures. */
  agent: ['leads'],
  /** One cafe. */
  manager: ['orders', 'availability', 'menu', 'opening hours', 'takings', 'overview', 'refunds', 'devices'],
  /** One cafe: its orders, its pauses, and what of its menu is sold out. */
  staff: ['orders', 'availability'],
  /** The shared tablet behind the counter of one cafe. */
  device: ['orders', 'availability', 'takings'],
} as const;

export type Role = keyof typeof PERMISSIONS;

export type Permission = (typeof PERMISSIONS)[Role][number];

export const ROLES = Object.keys(PERMISSIONS) as [Role, ...Role[]];

/** Roles that a user can have: a device has a credential of its own. */
export type UserRole = Exclude<Role, 'device'>;

/** Names of the roles for the owner who gives them: what such a person does. */
export const WORK: Readonly<Record<UserRole, string>> = {
  admin: 'Runs everything',
  agent: 'Sells cars',
  manager: 'Manages a cafe',
  staff: 'Works in a cafe',
};

export const USER_ROLES = ROLES.filter(isUserRole) as [UserRole, ...UserRole[]];

/** The roles that may do this, as a route's `access` names them. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}

/** Tells whether a role, as a caller has it, may do this; no other text may do anything. */
export function may(role: string, permission: Permission): boolean {
  return isRole(role) && PERMISSIONS[role].some((one) => one === permission);
}

/** Tells whether users of the role belong to one cafe. */
export function needsCafe(role: Role): boolean {
  return may(role, 'orders') && !may(role, 'every cafe');
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

export function isUserRole(text: string): text is UserRole {
  return isRole(text) && text !== 'device';
}
