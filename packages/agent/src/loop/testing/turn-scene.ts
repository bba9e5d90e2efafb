// A session to run turns in: a conversation, a model that says what a test wants, tools, and everything that was told.
import { type Log, silentLog } from "@parley/base";
import { afterAll } from "vitest";
import { z } from "zod";
import type { Approver } from "../../approval/approver.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { noHooks } from "../../hooks/testing/no-hooks.ts";
import type { Message, UserMessage } from "../../models/message.ts";
import type { Model } from "../../models/model.ts";
import { createToolScene } from "../../tools/testing/tool-scene.ts";
import {
  defineTool,
  type PreparedCall,
  textOutcome,
  type Tool,
  type ToolOutcome,
  type ToolRun,
} from "../../tools/tool.ts";
import { type Conversation, createConversation } from "../conversation.ts";
import { createCallRunner } from "../tool-call.ts";
import { runTurn } from "../agent-loop.ts";
import type { LoopEvent, StepSetup, TurnEnd, TurnInput, TurnLimits } from "../types.ts";
import type { ToolSet } from "../../tools/tool-set.ts";

const allowing: Approver = { pass: async () => ({ verdict: "allow" }) };

export interface SceneOptions {
  readonly model: Model;
  readonly tools?: readonly Tool[];
  readonly approver?: Approver;
  readonly hooks?: Hooks;
  readonly messages?: readonly Message[];
  readonly limits?: Partial<TurnLimits>;
  readonly step?: () => Promise<StepSetup> | StepSetup;
  readonly continuation?: () => UserMessage | undefined;
  readonly beforeEffect?: () => Promise<void>;
  readonly callIds?: Set<string>;
  readonly log?: Log;
  /** Sees every event at the moment it is emitted. */
  readonly onEvent?: (event: LoopEvent, scene: TurnScene) => void;
}

export interface TurnScene {
  readonly conversation: Conversation;
  readonly events: readonly LoopEvent[];
  readonly control: AbortController;
  readonly steering: UserMessage[];
  readonly run: (said?: string | UserMessage) => Promise<TurnEnd>;
  /** Their types, text and thoughts aside, in order. */
  readonly types: () => string[];
  readonly of: <Type extends LoopEvent["type"]>(type: Type) => Extract<LoopEvent, { type: Type }>[];
}

/** One for all turns of a test file: the tools here touch nothing of it. */
const toolScene = createToolScene();
afterAll(async () => (await toolScene)[Symbol.asyncDispose]());

export async function createTurnScene(options: SceneOptions): Promise<TurnScene> {
  const { model, tools = [], approver = allowing, hooks = noHooks, log = silentLog } = options;
  const conversation = createConversation(options.messages);
  const events: LoopEvent[] = [];
  const steering: UserMessage[] = [];
  const control = new AbortController();
  const { context: toolContext } = await toolScene;
  const calls = createCallRunner({
    context: { ...toolContext, log },
    approver,
    hooks,
    beforeEffect: options.beforeEffect ?? (async () => undefined),
  });
  const step = options.step ?? ((): StepSetup => createSetup(model, tools));
  const scene: TurnScene = {
    conversation,
    events,
    control,
    steering,
    run(said = "go") {
      const input: TurnInput = {
        conversation,
        prompt: typeof said === "string" ? prompt(said) : said,
        step,
        calls,
        steering: {
          get size() {
            return steering.length;
          },
          take: () => steering.splice(0),
        },
        continuation: options.continuation,
        limits: options.limits,
        callIds: options.callIds,
        signal: control.signal,
        log,
      };
      return runTurn(input, (event) => {
        events.push(event);
        options.onEvent?.(event, scene);
      });
    },
    types: () => events.map(({ type }) => type).filter((type) => !/^(text|thought)/.test(type)),
    of: <Type extends LoopEvent["type"]>(type: Type) =>
      events.filter((event): event is Extract<LoopEvent, { type: Type }> => event.type === type),
  };
  return scene;
}

export function createSetup(model: Model, tools: readonly Tool[] = []): StepSetup {
  return { model, system: "Be good.", tools: createToolSet(tools), thinking: "off" };
}

function createToolSet(tools: readonly Tool[]): ToolSet {
  return {
    specs: tools.map(({ name, description }) => ({ name, description, inputSchema: { type: "object" } })),
    tools: new Map(tools.map((tool) => [tool.name, tool])),
  };
}

export function prompt(text: string): UserMessage {
  return { role: "user", parts: [{ type: "text", text }] };
}

/** A tool that takes a text, and does with it what the test wants. */
export function createTool(
  name: string,
  execute: (text: string, run: ToolRun) => Promise<ToolOutcome> | ToolOutcome,
  prepared: Partial<PreparedCall> = {},
): Tool {
  return defineTool<{ text: string }>({
    name,
    groups: [],
    kind: "other",
    description: `Does ${name}.`,
    input: z.object({ text: z.string() }),
    prepare: ({ text }) => ({
      title: `${name} ${text}`,
      subjects: [],
      execute: async (run) => execute(text, run),
      ...prepared,
    }),
  });
}

export const echo = createTool("echo", (text) => textOutcome(`echo ${text}`));
