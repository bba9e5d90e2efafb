// A client whose terminals run real programs.
import type { ClientHandlers } from "@parley/acp";
import { createTerminal, type Terminal } from "@parley/machine";
import { RpcError } from "@parley/rpc";

/** What does not want to end is given less time than in earnest, yet enough for its last words on a busy machine. */
export const TEST_GRACE_MS = 1_500;

export interface RealTerminals extends AsyncDisposable {
  readonly handlers: ClientHandlers;
  readonly terminals: ReadonlyMap<string, Terminal>;
}

export function createRealTerminals(environment: Readonly<Record<string, string>> = {}): RealTerminals {
  const terminals = new Map<string, Terminal>();
  const get = (id: string): Terminal => {
    const terminal = terminals.get(id);
    if (terminal === undefined) throw RpcError.invalidParams(`no terminal ${id}`);
    return terminal;
  };
  return {
    terminals,
    handlers: {
      "terminal/create": async ({ command, args, cwd, outputByteLimit }) => {
        const options = {
          command,
          args,
          cwd: cwd ?? "/",
          env: environment,
          graceMs: TEST_GRACE_MS,
          outputByteLimit: outputByteLimit ?? undefined,
        };
        const terminal = await createTerminal(options);
        terminals.set(terminal.id, terminal);
        return { terminalId: terminal.id };
      },
      "terminal/output": ({ terminalId }) => get(terminalId).output(),
      "terminal/wait_for_exit": ({ terminalId }) => get(terminalId).waitForExit(),
      "terminal/kill": ({ terminalId }) => get(terminalId).kill(),
      "terminal/release": async ({ terminalId }) => {
        const terminal = get(terminalId);
        terminals.delete(terminalId);
        await terminal.release();
      },
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...terminals.values()].map((terminal) => terminal.release()));
    },
  };
}
