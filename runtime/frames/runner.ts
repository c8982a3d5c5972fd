import { toArguments } from './arguments';
import type { Connection } from './messages';
import type { Page } from './page';

interface Handlers {
  success?: ((result: unknown, userObject: unknown) => void) | undefined;
  failure?: ((error: Error, userObject: unknown) => void) | undefined;
  userObject?: unknown;
}

/** The limit of simultaneous calls; further ones wait (facts 2.3). */
const AT_ONCE = 10;

/** `google.script.run`: every public function as a method; `with...` returns a new runner. */
export function createRunner(page: Page, functions: readonly string[], connection: Connection): object {
  const enqueue = createQueue();

  function call(name: string, args: unknown[], { success, failure, userObject }: Handlers): void {
    const sent = toArguments(page, args);
    enqueue((done) =>
      connection.ask(
        { type: 'call', function: name, args: sent },
        {
          resolve(result) {
            done();
            success?.(page.JSON.parse(result), userObject);
          },
          reject(message) {
            done();
            const error = Object.assign(new page.Error(message), { name: 'ScriptError' });
            if (failure) failure(error, userObject);
            else page.console.error(`Uncaught ${error}`);
          },
        },
      ),
    );
  }

  function runner(handlers: Handlers): object {
    const methods = functions.map((name) => [name, (...args: unknown[]) => call(name, args, handlers)]);
    return {
      ...Object.fromEntries(methods),
      withSuccessHandler: (success: Handlers['success']) => runner({ ...handlers, success }),
      withFailureHandler: (failure: Handlers['failure']) => runner({ ...handlers, failure }),
      withUserObject: (userObject: unknown) => runner({ ...handlers, userObject }),
    };
  }
  return runner({});
}

type Task = (done: () => void) => void;

function createQueue(): (task: Task) => void {
  const tasks: Task[] = [];
  let running = 0;
  const next = () => {
    while (running < AT_ONCE && tasks.length > 0) {
      running++;
      tasks.shift()?.(() => {
        running--;
        next();
      });
    }
  };
  return (task) => {
    tasks.push(task);
    next();
  };
}
