// A session to call the tools for files and commands in: a real folder, real processes, and a client that has what a test gives it.
import type { ClientCapabilities, ClientHandlers, ToolCallContent } from "@parley/acp";
import { systemClock } from "@parley/base";
import { createFacts } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createSessionCommands } from "../../client-io/create-session-commands.ts";
import { createSessionFiles } from "../../client-io/create-session-files.ts";
import { createNotedLog, linkClient, type ClientLink, type NotedLog } from "../../client-io/testing/client-link.ts";
import { TEST_GRACE_MS } from "../../client-io/testing/real-terminals.ts";
import { isFailure, type PreparedCall, type Tool, type ToolOutcome, type ToolProgress } from "../tool.ts";
import type { ToolContext } from "../tool-context.ts";

export interface CodingSceneOptions {
  readonly capabilities?: ClientCapabilities;
  readonly handlers?: ClientHandlers;
  readonly mayRead?: (facts: PathFacts) => Promise<boolean>;
}

export interface CodingCall {
  readonly prepared: PreparedCall;
  readonly outcome: ToolOutcome;
  readonly shown: readonly ToolProgress[];
  readonly text: string;
}

export async function openCodingScene(options: CodingSceneOptions = {}): Promise<CodingScene> {
  const folder = await createTempFolder();
  await mkdir(folder.file("work"));
  const link = await linkClient(options.capabilities ?? {}, options.handlers);
  return new CodingScene(folder, link, options);
}

export class CodingScene implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly cwd: string;
  readonly link: ClientLink;
  readonly log: NotedLog = createNotedLog();
  readonly context: ToolContext;
  readonly #commands: AsyncDisposable;
  readonly #kept = new Map<string, AsyncDisposable>();

  constructor(folder: TempFolder, link: ClientLink, { mayRead }: CodingSceneOptions) {
    this.folder = folder;
    this.cwd = folder.file("work");
    this.link = link;
    const { cwd, log } = this;
    const roots = [cwd];
    const reach = { client: link.client, sessionId: "session-1", roots, log };
    const commands = createSessionCommands({ ...reach, graceMs: TEST_GRACE_MS });
    this.#commands = commands;
    this.context = {
      sessionId: "session-1",
      cwd,
      roots,
      parleyHome: folder.file("home"),
      facts: () => createFacts({ workspace: cwd, roots }),
      mayRead,
      files: createSessionFiles(reach),
      commands,
      fetch,
      plan: { entries: [], replace: () => undefined },
      person: { ask: async () => ({ unanswered: "nobody is there" }) },
      subAgents: { run: async () => ({ failed: "there are none" }) },
      settings: { allowsLoopback: false },
      clock: systemClock,
      log,
      resource: (name, create) => {
        const found = this.#kept.get(name) ?? create();
        this.#kept.set(name, found);
        return found as ReturnType<typeof create>;
      },
    };
  }

  path(...names: readonly string[]): string {
    return join(this.cwd, ...names);
  }

  async put(name: string, content: string | Uint8Array): Promise<string> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  text(name: string): Promise<string> {
    return readFile(this.path(name), "utf8");
  }

  async prepare(tool: Tool, input: unknown): Promise<PreparedCall> {
    const prepared = await tool.prepare(tool.input.parse(input), this.context);
    if (isFailure(prepared)) throw new Error(prepared.failed);
    return prepared;
  }

  /** Why the call makes no sense. */
  async refuse(tool: Tool, input: unknown): Promise<string> {
    const prepared = await tool.prepare(tool.input.parse(input), this.context);
    if (isFailure(prepared)) return prepared.failed;
    throw new Error(`It was not refused: ${prepared.title}`);
  }

  async call(tool: Tool, input: unknown, signal?: AbortSignal): Promise<CodingCall> {
    return this.run(await this.prepare(tool, input), signal);
  }

  async run(prepared: PreparedCall, signal: AbortSignal = new AbortController().signal): Promise<CodingCall> {
    const shown: ToolProgress[] = [];
    const outcome = await prepared.execute({ callId: "call-1", signal, show: (progress) => shown.push(progress) });
    const text = outcome.parts.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("\n");
    return { prepared, outcome, shown, text };
  }

  /** As the session does when it is closed. */
  async end(): Promise<void> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const one of kept) await one[Symbol.asyncDispose]();
    await this.#commands[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.link.close();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** All text that a person is shown. */
export function shownText(content: readonly ToolCallContent[] = []): string {
  return content
    .map((one) => ("content" in one && one.type === "content" && one.content.type === "text" ? one.content.text : ""))
    .join("\n");
}
