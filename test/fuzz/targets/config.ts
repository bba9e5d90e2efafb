// config.json: everything that reads it takes what fits, or says which field does not; a change keeps what it does not touch.
import { addCustomAgent, parseCustomAgents, readCustomAgents, removeCustomAgent } from "@parley/catalogue";
import { silentLog } from "@parley/base";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { readFile, writeFile } from "node:fs/promises";
import { readConfig } from "../../../apps/cli/src/config.ts";
import { readCommandVariables } from "../../../packages/agent/src/config/command-variables.ts";
import { readModelOverrides } from "../../../packages/agent/src/config/model-overrides.ts";
import { loadHooks } from "../../../packages/agent/src/hooks/load-hooks.ts";
import { findMcpServers } from "@parley/home/mcp-servers";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { allowRefusal } from "../engine/own-errors.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";

interface Input {
  readonly file: Bytes;
}

const SAMPLES = [
  {
    logLevel: "warn",
    color: "auto",
    agent: "mine",
    level: "auto",
    maxTurns: 5,
    maxCost: 0.5,
    snapshots: true,
    server: "auto",
    agentIdleSeconds: 60,
    agents: {
      mine: { command: "/opt/mine/agent", args: ["--acp"], env: { MINE_HOME: "/opt/mine" }, title: "My agent" },
      goose: { command: "/opt/goose/bin/goose", minimumVersion: "1.20.0" },
    },
    serverKeys: [{ name: "reader", key: "0123456789abcdef", scopes: ["read"] }],
    mcpServers: { files: { command: "mcp-files", args: ["-v"], env: { A: "1" } }, web: { url: "https://example.com" } },
    hooks: { before: [{ command: "true", tools: ["write"] }], after: [{ command: "true" }] },
    commandVariables: ["GITHUB_TOKEN"],
    models: { "ollama/big": { contextTokens: 1000, price: { input: 0, output: 1.5 } } },
  },
  {},
];

const isTrusted = (): Promise<boolean> => Promise.resolve(false);

export const config = defineTarget<Input>({
  name: "config",
  count: 250,
  inputs: fc.record({
    file: editedBytes(
      mutated(SAMPLES).map((value) => Buffer.from(toJson(value))),
      2,
    ),
  }),
  async open() {
    const home = await createTempFolder();
    const path = home.file("config.json");
    const around = { parleyHome: home.path, cwd: home.path };
    return {
      async play({ file }) {
        const before = fromBytes(file);
        await writeFile(path, before);
        await allowRefusal(() => readConfig({ home: home.path, cwd: home.path, isTrusted: false, flags: {} }));
        const agents = await allowRefusal(() => readCustomAgents(home.path));
        if (agents !== undefined) parseCustomAgents(agents);
        await allowRefusal(() => readCommandVariables(home.path));
        // These two promise never to reject.
        await readModelOverrides(home.path);
        await loadHooks({ ...around, isTrusted, log: silentLog });
        await allowRefusal(() => findMcpServers({ ...around, isTrusted: false, given: [] }));
        const added = await allowRefusal(async () => {
          await addCustomAgent(home.path, "fuzz", { command: "/opt/fuzz" });
          return true;
        });
        const after = await readFile(path, "utf8");
        if (added !== true && !Buffer.from(after).equals(before) && before.toString("utf8") !== after) {
          throw new BrokenPromise("a refused change changed the file");
        }
        if (added === true && !after.includes("/opt/fuzz")) throw new BrokenPromise("an added agent is not there");
        if (added === true) await removeCustomAgent(home.path, "fuzz");
      },
      [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
    };
  },
});
