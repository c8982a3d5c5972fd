import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { GoogleAccount } from '../../context';
import { createGoogle, type Google } from '../../google/google';
import type { Store } from '../../store';

const ADDRESS = 'owner@example.com';
const TOKEN = 'token-of-the-test';

export interface GoogleServer {
  google: Google;
  account: GoogleAccount;
  close(): void;
}

/** Gmail and Drive on a free port of this machine, with time from the given clock. */
export function startGoogle(store: Store, now: () => number): GoogleServer {
  const google = createGoogle({ store, now: () => Math.floor(now()), address: ADDRESS, token: TOKEN });
  let server: Server | undefined;
  const url = new Promise<string>((resolve) => {
    server = serve({ fetch: google.app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    ) as Server;
  });
  return {
    google,
    account: { url, token: TOKEN, address: ADDRESS, mailbox: google.mailbox },
    close() {
      server?.close();
      server?.closeAllConnections();
    },
  };
}
