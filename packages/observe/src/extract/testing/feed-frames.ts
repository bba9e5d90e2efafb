// Feeds an extractor with messages as they would pass, and says what came of them.
import type { Direction } from "../../frames/frame.ts";
import { createExtractor } from "../create-extractor.ts";
import type { Observation } from "../observation.ts";

type Loose = Record<string, unknown>;

export interface FrameFeeder {
  /** From the client to the agent, or back; each 10 ms after the one before. */
  toAgent(message: unknown): readonly Observation[];
  toClient(message: unknown): readonly Observation[];
  /** A line that was not read. */
  raw(direction: Direction, text: string | undefined, head?: string): readonly Observation[];
  /** A message that is too much for JSON to be written again. */
  parsed(direction: Direction, message: unknown): readonly Observation[];
  /** A session with this folder, without observations. */
  open(cwd?: string): void;
  /** An update of the session that was opened. */
  update(update: Loose): readonly Observation[];
  /** A request and its answer; what came of both. */
  exchange(method: string, params: Loose, result: unknown, direction?: Direction): readonly Observation[];
}

const SESSION = "s1";

export function createFrameFeeder(): FrameFeeder {
  const extractor = createExtractor();
  let seq = 0;
  let nextId = 100;
  const add = (
    direction: Direction,
    message: unknown,
    text: string | undefined,
    head?: string,
  ): readonly Observation[] => {
    seq += 1;
    const byteLength = text?.length ?? 2_000_000;
    return extractor.add({ seq, atMs: seq * 10, direction, byteLength, text, head, message });
  };
  const send = (direction: Direction, message: unknown): readonly Observation[] =>
    add(direction, message, JSON.stringify(message) ?? "");
  const feeder: FrameFeeder = {
    toAgent: (message) => send("to_agent", message),
    toClient: (message) => send("to_client", message),
    raw: (direction, text, head) => add(direction, undefined, text, head),
    parsed: (direction, message) => add(direction, message, ""),
    open(cwd = "/repo") {
      feeder.exchange("session/new", { cwd, mcpServers: [] }, { sessionId: SESSION }, "to_agent");
    },
    update: (update) =>
      send("to_client", { jsonrpc: "2.0", method: "session/update", params: { sessionId: SESSION, update } }),
    exchange(method, params, result, direction = "to_client") {
      nextId += 1;
      const asked = send(direction, { jsonrpc: "2.0", id: nextId, method, params: { sessionId: SESSION, ...params } });
      const back = direction === "to_agent" ? "to_client" : "to_agent";
      const body = result instanceof Error ? { error: { code: -32_000, message: result.message } } : { result };
      return [...asked, ...send(back, { jsonrpc: "2.0", id: nextId, ...body })];
    },
  };
  return feeder;
}

/** `action path (from)`, in order. */
export function filesOf(observations: readonly Observation[]): string[] {
  return observations.flatMap((said) => (said.type === "file" ? `${said.action} ${said.path} (${said.from})` : []));
}

export function only<T extends Observation["type"]>(
  observations: readonly Observation[],
  type: T,
): Extract<Observation, { type: T }>[] {
  return observations.filter((said): said is Extract<Observation, { type: T }> => said.type === type);
}
