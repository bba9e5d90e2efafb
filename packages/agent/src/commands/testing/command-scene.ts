// A session as commands see it: real files, real checkpoints and the modes that there are; what a model would say is given.
import { ParleyError } from "@parley/base";
import { createGround, type TestGround } from "../../checkpoints/testing/open-checkpoints.ts";
import { BUILT_IN_MODES } from "../../modes/built-in.ts";
import type { ModelInfo } from "../../models/model.ts";
import type { SessionSettings } from "../../sessions/settings.ts";
import { builtInCommands } from "../built-in.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import { parseCommand } from "../parse-command.ts";

export interface CommandScene extends AsyncDisposable {
  readonly ground: TestGround;
  readonly context: CommandContext;
  readonly changes: Partial<SessionSettings>[];
  settings: SessionSettings;
  /** As if it was typed. Fails if it is no command. */
  run(text: string): Promise<CommandResult>;
  /** What it says; fails if it says nothing. */
  say(text: string): Promise<string>;
  /** The text that goes to the model; fails if none does. */
  prompt(text: string): Promise<string>;
}

const PRICE = { input: 3, output: 15, cacheRead: 0.3 };
export const MODELS: readonly ModelInfo[] = [
  model("anthropic/large-4", 200_000, { price: PRICE, thinks: true }),
  model("anthropic/small-4", 200_000, { price: { input: 0.8, output: 4 } }),
  model("openai/large-5", 1_050_000, { takesImages: true }),
  model("offline/script", 100_000, { isOffline: true }),
];

function model(id: string, contextTokens: number, rest: Partial<ModelInfo>): ModelInfo {
  return { id, name: id.slice(id.indexOf("/") + 1), contextTokens, takesImages: false, thinks: false, ...rest };
}

export async function openScene(
  given: Partial<CommandContext> = {},
  commands: readonly SlashCommand[] = builtInCommands,
): Promise<CommandScene> {
  const ground = await createGround();
  const scene: CommandScene = {
    ground,
    changes: [],
    settings: {
      slot: "coding",
      modeId: "backend",
      modelId: "anthropic/large-4",
      approval: "supervised",
      thinking: "off",
    },
    context: createContext(() => scene, given, commands),
    async run(text) {
      const parsed = parseCommand(text, commands);
      if (parsed === undefined || "unknown" in parsed) throw new Error(`${text} is no command`);
      return parsed.command.run(parsed.rest, scene.context);
    },
    async say(text) {
      const result = await scene.run(text);
      if ("say" in result) return result.say;
      throw new Error(`${text} said nothing`);
    },
    async prompt(text) {
      const result = await scene.run(text);
      if ("say" in result) throw new Error(`${text} said: ${result.say}`);
      return result.prompt.map((part) => (part.type === "text" ? part.text : "")).join("");
    },
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
  return scene;
}

function createContext(
  scene: () => CommandScene,
  given: Partial<CommandContext>,
  commands: readonly SlashCommand[],
): CommandContext {
  let checkpoints: CommandContext["checkpoints"] | undefined;
  return {
    sessionId: "session",
    get cwd() {
      return scene().ground.cwd;
    },
    get roots() {
      return [scene().ground.cwd];
    },
    get parleyHome() {
      return scene().ground.parleyHome;
    },
    get settings() {
      return scene().settings;
    },
    get checkpoints() {
      checkpoints ??= scene().ground.open();
      return checkpoints;
    },
    async change(change) {
      if (change.modelId !== undefined && !MODELS.some(({ id }) => id === change.modelId)) {
        const remedy = { label: `Available: ${MODELS.map(({ id }) => id).join(", ")}` };
        throw new ParleyError({ code: "usage", message: `Model ${change.modelId} not found`, remedy });
      }
      scene().changes.push(change);
      scene().settings = { ...scene().settings, ...change };
    },
    modes: BUILT_IN_MODES,
    models: async () => MODELS,
    commands,
    mcp: [],
    spent: {
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      cost: 0,
      contextUsed: 0,
      contextTokens: 200_000,
    },
    memoryFiles: [],
    compact: async (focus) => `A summary of ${focus ?? "everything"}.`,
    complete: async () => ({ failed: "No model is configured" }),
    conversationText: () => "",
    signal: new AbortController().signal,
    ...given,
  };
}
