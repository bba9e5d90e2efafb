// For tests: an environment of a few variables, and requests whose events are gathered.
import { silentLog, systemClock } from "@parley/base";
import type { ModelEnvironment } from "../environment.ts";
import type { Message } from "../message.ts";
import type { Model, ModelEvent, ModelRequest, ToolSpec } from "../model.ts";
import { openModel } from "../open-model.ts";

export type Variables = Readonly<Record<string, string>>;

/** Waits are noted and over at once, so that no test waits for a provider's sake. */
export interface TestEnvironment extends ModelEnvironment {
  readonly waits: readonly number[];
}

export function testEnvironment(variables: Variables, more: Partial<ModelEnvironment> = {}): TestEnvironment {
  const waits: number[] = [];
  return {
    variable: (name) => variables[name],
    secret: () => undefined,
    fetch,
    clock: systemClock,
    log: silentLog,
    random: () => 0,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...more,
    waits,
  };
}

export async function open(id: string, environment: ModelEnvironment): Promise<Model> {
  const opened = await openModel(id, environment);
  if ("failure" in opened) throw new Error(`${id} does not open: ${opened.failure.message}`);
  return opened.model;
}

export const readTool: ToolSpec = {
  name: "read_file",
  description: "Reads a file.",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

export function user(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] };
}

export function request(messages: readonly Message[] | string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: "Be good.",
    messages: typeof messages === "string" ? [user(messages)] : messages,
    tools: [readTool],
    thinking: "off",
    ...more,
  };
}

export async function gather(
  model: Model,
  asked: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(asked, signal)) events.push(event);
  return events;
}

/** The text, however it was cut. */
export function textOf(events: readonly ModelEvent[], type: "text" | "thought" = "text"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

export function only<Type extends ModelEvent["type"]>(
  events: readonly ModelEvent[],
  type: Type,
): Extract<ModelEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type);
}
