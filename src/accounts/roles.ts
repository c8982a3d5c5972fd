/** Everything that a role may do; routes ask for one of these, so that a role is described here and nowhere else. */
const RIGHTS = {
  /** Everything, in every cafe. */
  admin: ['leads', 'orders', 'availability', 'menu', 'every cafe'],
  /** Leads, messages, vehicles and their figures. */
  agent: ['leads'],
  /** One cafe. */
  manager: ['orders', 'availability', 'menu'],
  /** One cafe: its orders, and what of its menu is sold out. */
  staff: ['orders', 'availability'],
} as const;

export type Role = keyof typeof RIGHTS;

export type Right = (typeof RIGHTS)[Role][number];

export const ROLES = Object.keys(RIGHTS) as [Role, ...Role[]];

/** The roles that may do this, as a route's `access` names them. */
export function rolesWith(right: Right): Role[] {
  return ROLES.filter((role) => may(role, right));
}

export function may(role: Role, right: Right): boolean {
  return RIGHTS[role].some((one) => one === right);
}

/** Whoever works with orders works in one cafe, but for those who see every one. */
export function needsCafe(role: Role): boolean {
  return may(role, 'orders') && !may(role, 'every cafe');
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
