export type MenuItem =
  | { caption: string; function: string }
  | { separator: true }
  | { caption: string; items: MenuItem[] };

export interface MenuTree {
  caption: string;
  items: MenuItem[];
}
