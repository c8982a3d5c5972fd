import { newLead } from './fill';
import type { Call } from './load';

type Next = () => Call;

let made = 50_000_000;

/** What callers ask for, each time something else: leads from all over the table. */
export function newOperations(
  leads: number,
): Record<'create' | 'get' | 'list' | 'filter' | 'patch' | 'mix', Next> {
  const any = () => 1 + Math.floor(Math.random() * leads);
  const one = <V>(...of: V[]) => of[Math.floor(Math.random() * of.length)] as V;
  const create: Next = () => ({ method: 'POST', path: '/v1/leads', body: newLead(made++) });
  const get: Next = () => ({ method: 'GET', path: `/v1/leads/L-${any()}` });
  const list: Next = () => ({
    method: 'GET',
    path: one('/v1/leads', '/v1/leads?page=2', '/v1/leads?sort=-score'),
  });
  const filter: Next = () => ({ method: 'GET', path: `/v1/leads?count=capped&${filterOf(any, one)}` });
  const patch: Next = () => ({
    method: 'PATCH',
    path: `/v1/leads/L-${any()}`,
    body: { status: one('contacted', 'appointment', 'lost'), notes: `Called at ${Date.now()}.` },
  });
  const mix: Next = () => {
    const chance = Math.random();
    if (chance < 0.4) return get();
    if (chance < 0.6) return list();
    if (chance < 0.75) return filter();
    return chance < 0.9 ? create() : patch();
  };
  return { create, get, list, filter, patch, mix };
}

function filterOf(any: () => number, one: <V>(...of: V[]) => V): string {
  return one(
    `phone=%2B1555${10_000_000 + any()}`,
    `status=${one('new', 'contacted', 'appointment')}`,
    `filter=hot,warm&location=${one('Austin', 'Reno', 'Mesa')}`,
    `scoreMin=${one(40, 60)}&source=web`,
    `createdFrom=${new Date(Date.now() - one(1, 7, 30) * 86_400_000).toISOString()}&sort=createdAt`,
  );
}
