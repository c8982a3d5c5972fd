import path from 'node:path';
import { openConnection } from '../../host/database/connection';
import { startPool } from '../../host/workers/pool';
import { CAFE, CAFE_ID, type Demo, MENU, USERS } from '../world/cafe';

interface SeedOptions {
  /** The project's folder, where the build left `.build`. */
  root: string;
  database: string;
  /** Address of the host, which has made the tables. */
  home: string;
}

/**
 * Seeds users, an API key and a cafe with its menu. Safe to repeat: users get other passwords then, and there is another key.
 * @throws what the worker or the API refuses
 */
export async function seedHost({ root, database, home }: SeedOptions): Promise<Demo> {
  const demo = await seedAccounts(root, database);
  for (const item of MENU) {
    const answer = await fetch(`${home}/v1/cafes/${CAFE_ID}/menu`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `seed ${item.name}`,
      },
      body: JSON.stringify(item),
    });
    if (!answer.ok) throw new Error(`${item.name}: ${await answer.text()}`);
  }
  return demo;
}

async function seedAccounts(root: string, database: string): Promise<Demo> {
  const pool = startPool({
    script: path.join(root, '.build/host-demo.cjs'),
    size: 1,
    taskTimeoutMs: 60_000,
    connect: () => openConnection({ database, statementTimeoutMs: 10_000 }),
    services: {},
    onLoss: (message) => console.error(message),
  });
  try {
    const { result } = await pool.run({ name: 'seed', argument: { users: USERS, key: 'demo', cafe: CAFE } });
    return result as Demo;
  } finally {
    await pool.close();
  }
}
