// The commands of `parley`. Adding one is a row here and a file in commands/.
import type { CommandRow } from "./command.ts";

export const commands: readonly CommandRow[] = [
  {
    name: "chat",
    usage: "parley chat [--cwd DIR] [-- AGENT ARGS…]",
    summary: "Talk to an agent in the terminal; without one, to the scripted agent",
    load: () => import("./commands/chat.ts"),
  },
  {
    name: "script",
    usage: "parley script",
    summary: "The scripted agent on stdin and stdout, for tests and for clients under development",
    load: () => import("./commands/script.ts"),
  },
];

export const DEFAULT_COMMAND = "chat";
