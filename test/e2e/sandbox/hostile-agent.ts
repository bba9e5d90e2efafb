// An agent that never asks: what it is prompted with it runs itself, as a program of the user would.
import { probeSandbox } from "@parley/machine/sandbox";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPlace, type Place } from "../run-parley.ts";

const state = await probeSandbox();
export const hasSandbox: boolean = state.isAvailable;
/** Why these tests do not run, where they do not. */
export const reason: string = state.isAvailable ? "" : ` (${state.error.message})`;

export const SECRET = "planted-secret-0815";

const AGENT = `
const { exec } = require("node:child_process");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  else if (method === "session/new") send({ id, result: { sessionId: "s" + id } });
  else if (method === "session/load") send({ id, result: {} });
  else if (method === "session/prompt") {
    exec(params.prompt[0].text, { timeout: 60000 }, (error, stdout, stderr) => {
      const content = { type: "text", text: stdout + stderr + "\\nended" };
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found: " + method } });
});
`;

export interface HostilePlace extends AsyncDisposable {
  readonly place: Place;
  /** The user's own home, with secrets in it. */
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  /** Settings that name the agent `hostile`. */
  readonly config: object;
}

export async function openHostilePlace(): Promise<HostilePlace> {
  const place = await openPlace();
  const user = join(place.work, "../user");
  const program = join(place.work, "../programs/hostile/agent.cjs");
  const secrets = [
    join(user, ".ssh/id_ed25519"),
    join(user, ".claude/.credentials.json"),
    join(place.home, "credentials.json"),
    join(place.work, "../beside.txt"),
    join(place.work, "infra/prod.env"),
  ];
  for (const path of [program, ...secrets]) await mkdir(join(path, ".."), { recursive: true });
  await writeFile(program, AGENT);
  for (const path of secrets) await writeFile(path, SECRET);
  await writeFile(join(place.home, "rules.json"), JSON.stringify({ version: 1, zones: { deny: ["infra/**"] } }));
  const env = { HOME: user, LEAKED: "", SSH_AUTH_SOCK: join(user, "agent.sock"), PARLEY_SECRET_TOKEN: SECRET };
  const config = { agents: { hostile: { command: process.execPath, args: [program] } } };
  return { place, user, env, program, config, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

/** Everything that it tries to read. */
export function readingLines({ place, user }: HostilePlace): string {
  return [
    `cat ${user}/.ssh/id_ed25519 ${user}/.claude/.credentials.json`,
    `cat ${place.home}/credentials.json ${place.home}/token; ls ${place.home}`,
    "cat infra/prod.env; mv infra x; cat x/prod.env; cp -r infra y; cat y/prod.env",
    `cat ../beside.txt; ln -s ${user} link; cat link/.ssh/id_ed25519; ln ${place.home}/credentials.json hard; cat hard`,
    `cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n' | grep -a 'plante[d]'`,
    `for p in /proc/[0-9]*; do cat $p/root${user}/.ssh/id_ed25519 $p/cwd/../beside.txt; done`,
    `unshare -Urm sh -c 'umount -l ${place.work}/infra; cat ${place.work}/infra/prod.env'`,
  ].join("; ");
}

/** Everything that it tries to write. */
export function writingLines({ place, user }: HostilePlace): string {
  return [
    "touch /made /etc/made /usr/made /opt/made ../made",
    `touch ${user}/made; echo x >> ${user}/.ssh/id_ed25519; mkdir -p ${place.home}/made; echo x > ${place.home}/rules.json`,
    `ln -s ${user}/.ssh out; echo x > out/made; echo x > /proc/self/root${user}/made; echo x > /proc/1/root${user}/made`,
    "mount -o remount,rw /usr && touch /usr/made; cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo wrote-sysctl",
  ].join("; ");
}
