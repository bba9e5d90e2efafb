// A relay with rules, between a client in this process and an agent that says what the test tells it to.
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Observation } from "../../extract/observation.ts";
import type { Frame } from "../../frames/frame.ts";
import { createRelay } from "../create-relay.ts";
import type { Relay } from "../relay.ts";
import { createClientEnd, type ClientEnd } from "./client-end.ts";
import { createPipePolicy, type PipePolicy } from "../../pipe-policy/pipe-policy.ts";
import { readPipeRules, type PipeRulesOptions } from "../../pipe-policy/pipe-rules.ts";

export interface JudgedRelay extends AsyncDisposable {
  readonly relay: Relay;
  readonly client: ClientEnd;
  readonly policy: PipePolicy;
  readonly blocked: readonly Observation[];
  readonly frames: readonly Frame[];
  /** Makes the agent write this, once it has read it. */
  agentSays(bytes: Buffer | string): void;
  /** Resolves with the lines that the agent heard, but those that told it what to say. */
  agentHears(count: number): Promise<readonly string[]>;
}

/**
 * Writes what stands in a line `say:BASE64`, with nine megabytes for `@LARGE@`, and tells the test, over a
 * connection of its own, of every other line it reads. A session that it is asked for gets the id `s1`.
 */
const AGENT = `
const told = require("node:net").connect(Number(process.env.TOLD_PORT), "127.0.0.1");
let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end).toString();
    rest = rest.subarray(end + 1);
    if (line.startsWith("say:")) {
      const said = Buffer.from(line.slice(4), "base64").toString("latin1");
      process.stdout.write(Buffer.from(said.replace("@LARGE@", () => "x".repeat(9 * 2 ** 20)), "latin1"));
    }
    else {
      told.write("heard " + line + "\\n");
      if (line.includes('"session/new"')) process.stdout.write('{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s1"}}\\n');
    }
  }
});
process.stdin.on("end", () => {
  if (rest.length > 0) told.write("heard " + rest + "\\n");
  told.end();
});
`;

export async function openJudgedRelay(rules: PipeRulesOptions, cwd: string): Promise<JudgedRelay> {
  const compiled = await readPipeRules(rules);
  if (compiled === undefined) throw new Error("There are no rules");
  const client = createClientEnd();
  const blocked: Observation[] = [];
  const frames: Frame[] = [];
  const policy = createPipePolicy({ rules: compiled, cwd, onBlocked: (observation) => blocked.push(observation) });
  const ear = await openEar();
  const relay = await createRelay({
    command: { command: process.execPath, args: ["-e", AGENT], cwd },
    env: { ...process.env, TOLD_PORT: String(ear.port) },
    pipes: client.pipes,
    listeners: [(frame) => frames.push(frame)],
    policy,
  });
  return {
    relay,
    client,
    policy,
    blocked,
    frames,
    agentSays: (bytes) => client.write(`say:${Buffer.from(bytes as string).toString("base64")}\n`),
    async agentHears(count) {
      while (ear.lines().length < count) await ear.more();
      return ear.lines();
    },
    async [Symbol.asyncDispose]() {
      await relay.close();
      ear.close();
    },
  };
}

interface Ear {
  readonly port: number;
  lines(): readonly string[];
  more(): Promise<unknown>;
  close(): void;
}

/** What the agent tells goes past the relay. */
async function openEar(): Promise<Ear> {
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      server.emit("told");
    });
    socket.on("error", () => undefined); // The agent may be killed.
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    lines() {
      const lines = Buffer.concat(chunks).toString("utf8").split("\n");
      return lines.filter((line) => line.startsWith("heard ")).map((line) => line.slice("heard ".length));
    },
    more: () => once(server, "told"),
    close: () => void server.close(),
  };
}
