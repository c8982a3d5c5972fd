/** What each role may do. Routes ask for one of these permissions, so that roles are described here alone. */
const PERMISSIONS = {
  /** Everything, in every cafe. */
  admin: ['leads', 'orders', 'availability', 'menu', 'every cafe'],
  /** Leads, messages, vehicles and their figures. */
  agent: ['leads'],
  /** One cafe. */
  manager: ['orders', 'availability', 'menu'],
  /** One cafe: its orders, and what of its menu is sold out. */
  staff: ['orders', 'availability'],
} as const;

export type Role = keyof typeof PERMISSIONS;

type Permission = (typeof PERMISSIONS)[Role][number];

export const ROLES = Object.keys(PERMISSIONS) as [Role, ...Role[]];

/** The roles that may do this, as a route's `access` names them. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}

export function may(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].some((one) => one === permission);
}

/** Whether users of the role belong to one cafe. */
export function needsCafe(role: Role): boolean {
  return may(role, 'orders') && !may(role, 'every cafe');
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
