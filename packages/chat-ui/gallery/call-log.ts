// What components asked of their port, for people and tests to look at.
import type { ChatPort } from "../src/index.ts";

const CALLS_MAX = 100;

export class CallLog {
  readonly #listeners = new Set<() => void>();
  #calls: readonly string[] = [];

  /** The latest last; the same array until another call. */
  get calls(): readonly string[] {
    return this.#calls;
  }

  add(name: string, given: readonly unknown[]): void {
    this.#calls = [...this.#calls, `${name}(${given.map(toText).join(", ")})`].slice(-CALLS_MAX);
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Every method that a component looks for exists, resolves, and is logged. */
  port(): ChatPort {
    const methods = new Map<string | symbol, unknown>();
    return new Proxy({} as ChatPort, {
      get: (_, name) => {
        const method =
          methods.get(name) ??
          ((...given: readonly unknown[]) => {
            this.add(String(name), given);
            return Promise.resolve();
          });
        methods.set(name, method);
        return method;
      },
    });
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
