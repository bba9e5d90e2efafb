// The lying agent as something a test can connect to, in memory, over stdio or over a WebSocket.
import type { AgentProgram } from "../agent-link.ts";
import { lies, type LieName } from "./lies.ts";
import { startLiar } from "./liar.ts";
import { createTransportWire } from "./wire.ts";

export const lyingAgent: AgentProgram<{ readonly lie: LieName }> = {
  start: (transport, { lie }) => startLiar(createTransportWire(transport), lies[lie]),
  main: new URL("./lying-agent.main.ts", import.meta.url),
};
