// A folder, a server and a model for one agent's working day in the terminal.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { KEYS, type EmulatedTerminal } from "@parley/test-support/terminal";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { openPlace, type Place } from "../e2e/run-parley.ts";
import { serve, type Served } from "../e2e/serve/served.ts";
import { openReadyChat } from "../e2e/terminal/opened-chat.ts";
import { parley } from "./agents/parley.ts";
import type { AgentRecipe } from "./agents/recipe.ts";
import { cleanEnvironment, homeIn } from "./environment.ts";
import { nodeFor } from "./install.ts";

const SIZE = { columns: 100, rows: 40 };

export interface Day extends AsyncDisposable {
  readonly place: Place;
  readonly model: StubModel;
  /** The agent's name in this home. */
  readonly agent: string;
  open(...args: readonly string[]): Promise<EmulatedTerminal>;
  /** Waits until the model was sent this text. */
  modelGets(text: string): Promise<unknown>;
}

export async function beginDay(recipe: AgentRecipe, installed: string): Promise<Day> {
  const place = await openPlace();
  const model = await startStubModel();
  // The name decides which faults are worked around; that of our own agent is taken.
  const agent = recipe === parley ? "ours" : recipe.name;
  const launch = await setUp(recipe, installed, place, model);
  await writeFile(join(place.home, "config.json"), JSON.stringify({ agents: { [agent]: launch } }));
  const server: Served = await serve(place);
  return {
    place,
    model,
    agent,
    open: (...flags) => openReadyChat(place, { args: ["--agent", agent, ...flags], ...SIZE }),
    modelGets: (text) =>
      model.waitFor(`a request with ${JSON.stringify(text)}`, ({ body }) =>
        (JSON.stringify(body) ?? "").includes(text),
      ),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** How the agent is started, in a home of its own. */
async function setUp(recipe: AgentRecipe, installed: string, place: Place, model: StubModel): Promise<object> {
  const root = place.file("..", "agent");
  const home = homeIn(root);
  const modules = join(installed, "node_modules");
  const { env: own, files = {}, args = [] } = recipe.setUp({ home, modules, modelUrl: model.url });
  await mkdir(home, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  const node = nodeFor(recipe, modules);
  const program = isAbsolute(recipe.program) ? recipe.program : join(modules, recipe.program);
  const path = [dirname(node), join(modules, ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  return { command: node, args: [program, ...args], env: { ...cleanEnvironment(root), PATH: path, ...own } };
}

/** Puts a script into the input. Pasted, because it has several lines. */
export function writes(chat: EmulatedTerminal, ...lines: readonly string[]): void {
  chat.types(`\u001b[200~${stubScript(...lines)}\u001b[201~`);
}

export function asks(chat: EmulatedTerminal, ...lines: readonly string[]): void {
  writes(chat, ...lines);
  chat.types(KEYS.enter);
}

/** A turn that runs until the returned function is called: its agent waits for a file. */
export async function startsTurn(
  chat: EmulatedTerminal,
  day: Day,
  ...then: readonly string[]
): Promise<() => Promise<void>> {
  const { place } = day;
  const file = place.file(`go-${randomUUID()}`);
  asks(chat, `run until [ -e ${file} ]; do sleep 0.1; done`, ...then);
  await chat.sees(/▸ *y +Allow/);
  chat.types("y");
  await chat.sees("Working");
  return () => writeFile(file, "");
}

/** The model's last words are a row of their own, and nothing of the turn runs any more. */
export async function answers(chat: EmulatedTerminal, words: string): Promise<void> {
  await chat.sees(new RegExp(`^${words}$`, "m"));
  await chat.seesNo(/Working|Checking files/);
}
