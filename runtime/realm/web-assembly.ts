import { define } from './define';

/** Declares as much as is needed here of V8's own; the types of the language do not have it. */
declare const WebAssembly: {
  Module: new (source: unknown) => object;
  Instance: new (module: object, imports?: object) => object;
};

/**
 * Lets WebAssembly compile at once. On Google it is the one thing that an execution waits for:
 * developers.google.com/apps-script/guides/v8-runtime#asynchronous-limitations
 */
export function installWebAssembly(): void {
  const { Module, Instance } = WebAssembly;
  define(WebAssembly, 'compile', { method: async (source: unknown) => new Module(source) });
  define(WebAssembly, 'instantiate', {
    method: async (source: unknown, imports?: object) => {
      if (source instanceof Module) return new Instance(source, imports);
      const module = new Module(source);
      return { module, instance: new Instance(module, imports) };
    },
  });
}
