// The commands that run for agents.
import { defineHandlers } from "../handler.ts";
import { toNativeTerminal, toShownTerminal } from "./translate.ts";

export const terminalHandlers = defineHandlers({
  "terminal/list": async ({ id }, { hub }) => ({ terminals: (await hub.terminals.list(id)).map(toNativeTerminal) }),
  "terminal/run": async ({ id, command }, { hub, actor }) =>
    toShownTerminal(await hub.terminals.run(id, command, actor)),
  "terminal/get": async ({ id, terminal }, { hub }) => toShownTerminal(await hub.terminals.get(id, terminal)),
  "terminal/write": ({ id, terminal, data }, { hub, actor }) => hub.terminals.write(id, terminal, data, actor),
  "terminal/resize": ({ id, terminal, cols, rows }, { hub }) => hub.terminals.resize(id, terminal, { cols, rows }),
  "terminal/kill": ({ id, terminal }, { hub, actor }) => hub.terminals.kill(id, terminal, actor),
});
