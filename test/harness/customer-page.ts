import type { BrowserContextOptions, Page } from 'playwright-core';
import { openWindow } from './browser';
import { type Staff, startStaff } from './staff-page';

/** The page of one order, as its customer sees it, beside the cafe that works on it. */
export interface Customers {
  staff: Staff;
  /** In a window of its own, held to the page's policy unless the options say otherwise. */
  open(id: string, options?: BrowserContextOptions): Promise<Page>;
  /** What the browser has complained about so far, on all of them. */
  troubles: string[];
  close(): Promise<void>;
}

export async function startCustomers(): Promise<Customers> {
  const staff = await startStaff();
  const troubles: string[] = [];
  return {
    staff,
    troubles,
    async open(id, options = {}) {
      const page = await openWindow({ timezoneId: 'Europe/Berlin', ...options });
      page.on('console', (message) => void troubles.push(message.text()));
      page.on('pageerror', (error) => void troubles.push(error.message));
      await page.goto(`${staff.api.urls.home}/o/${id}`);
      return page;
    },
    close: () => staff.close(),
  };
}
