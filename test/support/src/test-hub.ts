// A real hub for tests: a SQLite store in memory, our own agent and others as processes, a folder of its own.
import { createHub, type Hub, type HubOptions, type OwnMode } from "@parley/hub";
import { openSqliteStore } from "@parley/hub/sqlite";
import type { FindAgent } from "@parley/client";
import { createRemoteAgents } from "@parley/server/remote-agents";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMarker } from "./marked-processes.ts";
import { createTempFolder } from "./temp-folder.ts";

export interface TestHub extends AsyncDisposable {
  readonly hub: Hub;
  /** The home and, unless given, where sessions are. */
  readonly folder: string;
}

export interface TestHubOptions extends Partial<Omit<HubOptions, "store" | "own" | "external" | "parleyHome">> {
  /** More agents: their names, and the arguments of `node` that start them. */
  readonly agents?: Readonly<Record<string, readonly string[]>> | undefined;
  /** In memory unless given; in a test that opens a hub twice. */
  readonly storePath?: string | undefined;
  readonly parleyHome?: string | undefined;
  readonly cwd?: string | undefined;
  /** For all agents; their model is the offline script unless this names another. */
  readonly agentEnv?: Readonly<Record<string, string>> | undefined;
}

/** A program that opens a hub and has many turns under way, to be killed. */
export const manyTurns: URL = new URL("./many-turns.main.ts", import.meta.url);

/** The built command line, which `npm test` has made. */
const PARLEY = fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));

const MODES: readonly Pick<OwnMode, "id" | "slot" | "name" | "description" | "whenToUse">[] = [
  {
    id: "backend",
    slot: "coding",
    name: "Backend engineer",
    description: "APIs, data models, server logic",
    whenToUse: "Build an API, an endpoint, a database schema, server code",
  },
  {
    id: "frontend",
    slot: "coding",
    name: "Frontend engineer",
    description: "User interfaces, components, styles",
    whenToUse: "Build a page, a React component, CSS, accessibility",
  },
  {
    id: "qa",
    slot: "coding",
    name: "QA engineer",
    description: "Plans and writes tests, reproduces bugs",
    whenToUse: "Testing, test plan, write tests, coverage, reproduce a bug, regression",
  },
  {
    id: "assistant",
    slot: "assistant",
    name: "Assistant",
    description: "General-purpose assistant",
    whenToUse: "Questions, conversation, anything other than code",
  },
  {
    id: "recipe_maker",
    slot: "assistant",
    name: "Recipe maker",
    description: "Makes recipes of conversations",
    whenToUse: "Make a recipe",
  },
];

export async function openTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const { agents = {}, storePath, agentEnv, ...rest } = options;
  const folder = await createTempFolder();
  const marker = createMarker();
  const parleyHome = options.parleyHome ?? join(folder.path, "home");
  const find = (name: string, args: readonly string[]): FindAgent => {
    const env = { ...marker.env, PARLEY_HOME: parleyHome, PARLEY_MODEL: "offline/script", ...agentEnv };
    return () => Promise.resolve({ name, title: name, command: process.execPath, args, env });
  };
  const programs: Readonly<Record<string, readonly string[]>> = { script: [PARLEY, "script"], ...agents };
  const hub = await createHub({
    remoteAgents: createRemoteAgents(),
    ...rest,
    store: await openSqliteStore({ path: storePath ?? ":memory:" }),
    parleyHome,
    defaultCwd: options.cwd ?? folder.path,
    own: {
      slots: [
        { name: "coding", description: "Writes and reviews code", defaultModeId: "backend" },
        { name: "assistant", description: "Answers and helps", defaultModeId: "assistant" },
      ],
      modes: MODES.map((mode) => ({
        ...mode,
        category: mode.id === "recipe_maker" ? "prompt_only" : "session",
        toolGroups: [],
        isInternal: mode.id === "recipe_maker",
      })),
      find: find("parley", [PARLEY, "agent"]),
    },
    external: {
      list: () =>
        Promise.resolve(
          Object.keys(programs).map((name) => ({
            name,
            title: name,
            description: `The agent ${name}`,
            availability: { isAvailable: true },
          })),
        ),
      find: (name) => find(name, programs[name] ?? []),
    },
  });
  return {
    hub,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      const orphans = await marker.reap();
      await folder[Symbol.asyncDispose]();
      if (orphans.length > 0) throw new Error(`Agents were left behind: ${orphans.join(", ")}`);
    },
  };
}
