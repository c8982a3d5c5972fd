import { listen } from '../../runtime/listen';

/** Does this with a free port, and anew with another one where a stranger has taken it meanwhile. */
export async function onFreePort<T>(work: (port: number) => Promise<T>): Promise<T> {
  const { port, close } = await listen(0, () => new Response());
  await close();
  try {
    return await work(port);
  } catch (error) {
    if (!/EADDRINUSE|is in use/.test((error as Error).message)) throw error;
    return onFreePort(work);
  }
}
