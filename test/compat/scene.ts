// The place of one agent's run: a home and a workspace of its own, a stub model, and the client with its session.
import { watch } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startStubModel, type StubModel } from "@parley/test-support/stub-model";
import type { AgentRecipe } from "./agents/recipe.ts";
import type { DrivenSession, Driver, DriverOptions } from "./driver/driver.ts";
import { openDriver } from "./driver/open-driver.ts";
import { homeIn, type ScenePlace } from "./environment.ts";
import { nodeFor } from "./install.ts";
import { FILE_MS } from "./limits.ts";
import { startMcpHttpServer, WORD_HEADER, type McpHttpServer } from "./mcp/http-server.ts";
import { writeMemory } from "./memory-files.ts";
import { watchProcesses, type ProcessWatch } from "./processes.ts";

export const MCP_TOOL = "repeat_word";
export const MCP_HTTP_TOOL = "repeat_over_http";
/** What the MCP servers get: in the environment, in a header. */
export const MCP_WORD = "tiny-word";

export interface Scene extends AsyncDisposable {
  readonly recipe: AgentRecipe;
  readonly model: StubModel;
  readonly processes: ProcessWatch;
  /** How the agent is started. */
  readonly options: DriverOptions;
  /** Every session that was driven so far. */
  readonly sessions: ReadonlySet<DrivenSession>;
  /** A word that was not there before. */
  word(): string;
  /** A path in the workspace. */
  file(name: string): string;
  /** Resolves when the file is there, or when it need not be waited for any more. */
  appears(path: string, unless: Promise<unknown>): Promise<void>;
  driver(): Promise<Driver>;
  /** The one that most checks share; a new one after it was lost. */
  session(): Promise<DrivenSession>;
  use(session: DrivenSession): void;
  /** Closes the agent and starts it again; `forget`: with a client that has never heard of its sessions. */
  reopen(options?: { readonly forget?: boolean }): Promise<Driver>;
  closeDriver(): Promise<void>;
}

export async function createScene(recipe: AgentRecipe, place: ScenePlace, marker: string): Promise<Scene> {
  const model = await startStubModel();
  const mcpServer = await startMcpHttpServer(MCP_HTTP_TOOL);
  const options = await setUp(recipe, place, model.url, mcpServer.url);
  return new AgentScene({ recipe, model, mcpServer, options, place, processes: await watchProcesses(marker) });
}

async function setUp(recipe: AgentRecipe, place: ScenePlace, modelUrl: string, mcpUrl: string): Promise<DriverOptions> {
  const { root, installed } = place;
  const home = homeIn(root);
  const cwd = join(root, "workspace");
  const temp = join(root, "temp");
  for (const folder of [home, cwd, temp]) await mkdir(folder, { recursive: true });
  await writeMemory(cwd);
  const modules = join(installed, "node_modules");
  const { env, files = {}, args = [] } = recipe.setUp({ home, modules, modelUrl });
  for (const [path, content] of Object.entries(files)) {
    const file = join(home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const node = nodeFor(recipe, modules);
  const path = [dirname(node), join(modules, ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  return {
    name: recipe.name,
    ...toCommand(
      node,
      isAbsolute(recipe.program) ? recipe.program : join(modules, recipe.program),
      args,
      place.traceFile,
    ),
    env: { PATH: path, TMPDIR: temp, ...env },
    cwd,
    parleyHome: join(root, "parley"),
    ignoresQuirks: place.ignoresQuirks,
    mcpServers: [
      {
        name: "tiny",
        command: process.execPath,
        args: [fileURLToPath(new URL("mcp/stdio-server.mjs", import.meta.url))],
        env: [{ name: "TINY_WORD", value: MCP_WORD }],
      },
      { type: "http", name: "far", url: mcpUrl, headers: [{ name: WORD_HEADER, value: MCP_WORD }] },
    ],
  };
}

function toCommand(node: string, program: string, args: readonly string[], traceFile: string | undefined) {
  const line = /\.[cm]?js$/.test(program) ? [node, program, ...args] : [program, ...args];
  const tap = fileURLToPath(new URL("wire-tap.mjs", import.meta.url));
  const [command = "", ...rest] = traceFile === undefined ? line : [process.execPath, tap, traceFile, ...line];
  return { command, args: rest };
}

interface SceneParts {
  readonly recipe: AgentRecipe;
  readonly model: StubModel;
  readonly mcpServer: McpHttpServer;
  readonly options: DriverOptions;
  readonly place: ScenePlace;
  readonly processes: ProcessWatch;
}

class AgentScene implements Scene {
  readonly recipe: AgentRecipe;
  readonly model: StubModel;
  readonly processes: ProcessWatch;
  readonly sessions = new Set<DrivenSession>();
  readonly #mcpServer: McpHttpServer;
  readonly #place: ScenePlace;
  #options: DriverOptions;
  #driver: Promise<Driver> | undefined;
  #session: Promise<DrivenSession> | undefined;
  #words = 0;

  constructor({ recipe, model, mcpServer, options, place, processes }: SceneParts) {
    this.recipe = recipe;
    this.model = model;
    this.#mcpServer = mcpServer;
    this.processes = processes;
    this.#place = place;
    this.#options = options;
  }

  get options(): DriverOptions {
    return this.#options;
  }

  word(): string {
    this.#words += 1;
    return `word${Math.random().toString(36).slice(2, 10)}x${this.#words}`;
  }

  file(name: string): string {
    return join(this.#options.cwd, name);
  }

  appears(path: string, unless: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const watcher = watch(dirname(path));
      const stop = (settle: () => void): void => {
        clearTimeout(timer);
        watcher.close();
        settle();
      };
      const timer = setTimeout(
        () => stop(() => reject(new Error(`${path} is not there after ${FILE_MS} ms`))),
        FILE_MS,
      );
      const look = (): void =>
        void access(path).then(
          () => stop(resolve),
          () => undefined,
        ); // Not yet.
      watcher.on("change", look).on("error", (error) => stop(() => reject(error)));
      void unless.then(() => stop(resolve));
      look();
    });
  }

  driver(): Promise<Driver> {
    this.#driver ??= openDriver(this.#options);
    return this.#driver;
  }

  session(): Promise<DrivenSession> {
    this.#session ??= this.#newSession();
    return this.#session;
  }

  use(session: DrivenSession): void {
    this.sessions.add(session);
    this.#session = Promise.resolve(session);
  }

  async reopen({ forget = false }: { readonly forget?: boolean } = {}): Promise<Driver> {
    await this.closeDriver();
    await this.recipe.beforeReopen?.(homeIn(this.#place.root));
    if (forget) this.#options = { ...this.#options, parleyHome: join(this.#place.root, `parley-${this.word()}`) };
    return this.driver();
  }

  async closeDriver(): Promise<void> {
    const driver = this.#driver;
    this.#driver = undefined;
    this.#session = undefined;
    await (await driver)?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It failed to open, which was reported there.
    await this.closeDriver().catch(() => undefined);
    await this.#mcpServer[Symbol.asyncDispose]();
    await this.model.close();
  }

  async #newSession(): Promise<DrivenSession> {
    const driver = await this.driver();
    const session = await driver.newSession();
    this.sessions.add(session);
    const { modeId } = this.recipe;
    if (modeId !== undefined && session.modeId !== modeId) await session.setMode(modeId);
    return session;
  }
}
