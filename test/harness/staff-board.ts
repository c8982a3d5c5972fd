import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Role, type Staff, type StaffPage, startStaff } from './staff-page';

/** The board of a cafe that has no orders yet, anew for each test of a file. */
export interface Board {
  readonly staff: Staff;
  /** What was opened last. */
  readonly window: StaffPage;
  /** On a tablet that lies on the counter, unless said otherwise. Closed after the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

const TABLET: BrowserContextOptions = { viewport: { width: 1180, height: 820 } };

export function useBoard(role: Role): Board {
  let staff: Staff;
  let window: StaffPage;
  beforeEach(async () => {
    staff = await startStaff();
  });
  afterEach(async () => {
    await window.close();
    await staff.close();
  });
  return {
    get staff() {
      return staff;
    },
    get window() {
      return window;
    },
    async open(options = {}) {
      window = await staff.open(role, '#/orders', { ...TABLET, ...options });
      return window.page;
    },
  };
}

export function ticket(within: Page | Locator, number: string): Locator {
  return within.getByRole('article', { name: number });
}
