// The terminals of a client made with the official SDK: real ones.
import type { ClientApp } from "@agentclientprotocol/sdk";
import { createTerminal, type Terminal } from "@parley/machine";

export interface SdkTerminals extends AsyncDisposable {
  readonly commands: readonly string[];
  addTo(app: ClientApp): ClientApp;
}

export function createSdkTerminals(env: Readonly<Record<string, string>>): SdkTerminals {
  const commands: string[] = [];
  const terminals = new Map<string, Terminal>();
  const get = (id: string): Terminal => {
    const terminal = terminals.get(id);
    if (terminal === undefined) throw new Error(`Unknown terminal ${id}`);
    return terminal;
  };
  return {
    commands,
    addTo: (app) =>
      app
        .onRequest("terminal/create", async ({ params: { command, args = [], cwd } }) => {
          commands.push([command, ...args].join(" "));
          const terminal = await createTerminal({ command, args, cwd: cwd ?? "/", env });
          terminals.set(terminal.id, terminal);
          return { terminalId: terminal.id };
        })
        .onRequest("terminal/output", ({ params }) => get(params.terminalId).output())
        .onRequest("terminal/wait_for_exit", ({ params }) => get(params.terminalId).waitForExit())
        .onRequest("terminal/kill", ({ params }) => get(params.terminalId).kill())
        .onRequest("terminal/release", async ({ params }) => {
          await get(params.terminalId).release();
          terminals.delete(params.terminalId);
        }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...terminals.values()].map((terminal) => terminal.release()));
    },
  };
}
