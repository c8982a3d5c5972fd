import { useEffect } from 'preact/hooks';
import type { Choices } from '../../../src/leads/lead/choices';
import { createStore, useStore } from '../../shared/store';
import { type Resource, readUnlessUnchanged } from '../resource';
import { session } from '../session';

/** Choices are read once, for every lead. */
const state = createStore<{ value?: Choices; error?: Error }>({});
session.subscribe(() => {
  if (!session.get()) state.set({});
});

/** Reads the choices. Before that pages show IDs, and offer only what is set. */
export function useChoices(): Resource<Choices> {
  useEffect(() => {
    if (!state.get().value) void load();
  }, []);
  const { value, error } = useStore(state);
  return { value, error, reload: () => void load() };
}

let loading: Promise<void> | undefined;

/** One request serves all who ask at once. */
function load(): Promise<void> {
  loading ??= loadOnce().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function loadOnce(): Promise<void> {
  try {
    state.set({ value: await readUnlessUnchanged<Choices>('/v1/leads/choices') });
  } catch (error) {
    state.set({ ...state.get(), error: error as Error });
  }
}

/** The agent's name, the address where another has the same name, or the ID of one who is not active any more. */
export function agentName(known: Choices | undefined, id: string): string {
  const agents = known?.agents ?? [];
  const agent = agents.find((one) => one.id === id);
  if (!agent) return id;
  return agents.filter(({ name }) => name === agent.name).length > 1 ? agent.email : agent.name;
}
