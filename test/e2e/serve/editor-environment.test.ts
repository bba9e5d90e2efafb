// A server that an editor started: what the editor set for its own programs reaches neither agents nor their commands.
import { expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { serve } from "./served.ts";

const EDITOR = {
  ELECTRON_RUN_AS_NODE: "1",
  NODE_OPTIONS: "--no-deprecation",
  VSCODE_IPC_HOOK_CLI: "/nowhere/vscode.sock",
  VSCODE_PID: "1",
  OF_THE_USER: "kept",
};

const NAMES = `Object.keys(process.env).filter((name) => /^(ELECTRON_|NODE_OPTIONS|VSCODE_|OF_THE_USER)/.test(name)).join(" ")`;

/** An agent that says which of the variables its process has. */
const SAYS = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" } });
    else if (method === "session/prompt") {
      const content = { type: "text", text: ${NAMES} };
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });
`;

const inTerminal = `run node -p '${NAMES}'`;

it.each(["with", "without"])("the variables of an editor stop here, %s a server", { timeout: 120_000 }, async (way) => {
  await using place = await openPlace();
  await using server = way === "with" ? await serve(place, [], { env: EDITOR }) : undefined;
  const run = ["run", ...(server === undefined ? ["--no-server"] : []), "--approve", "all"];
  const agent = await place.run([...run, "which?", "--", "node", "-e", SAYS], { env: EDITOR });
  expect(agent).toMatchObject({ code: 0, stdout: "OF_THE_USER\n" });
  const terminal = await place.run([...run, "--agent", "script", "--format", "ndjson", inTerminal], { env: EDITOR });
  expect(terminal.code).toBe(0);
  const outputs = [...terminal.stdout.matchAll(/"output":"([^"]*)"/g)].map(([, text]) => text).join("");
  expect(outputs).toContain("OF_THE_USER");
  expect(outputs).not.toMatch(/ELECTRON_|NODE_OPTIONS|VSCODE_/);
});
