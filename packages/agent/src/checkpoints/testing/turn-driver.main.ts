// A process of its own with a session's checkpoints: does what a line tells it, and answers with a line.
import { ParleyError } from "@parley/base";
import { createInterface } from "node:readline";
import { createCheckpoints } from "../create-checkpoints.ts";

export interface TurnOrder {
  readonly do: "beforeEffect" | "endTurn" | "undo" | "redo";
  readonly turnId?: string;
}

export interface TurnAnswer {
  /** Since the last answer. */
  readonly notices: readonly string[];
  readonly changed?: readonly string[];
  /** The code of what it failed with. */
  readonly error?: string;
}

const [sessionId = "", cwd = "", parleyHome = ""] = process.argv.slice(2);
let notices: string[] = [];
const checkpoints = createCheckpoints({
  sessionId,
  roots: [cwd],
  parleyHome,
  notice: (severity, text) => void notices.push(`${severity}: ${text}`),
});

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await obey(JSON.parse(line) as TurnOrder);
  process.stdout.write(`${JSON.stringify({ notices, ...answer })}\n`);
  notices = [];
}

async function obey(order: TurnOrder): Promise<Partial<TurnAnswer>> {
  try {
    if (order.do === "undo" || order.do === "redo") return { changed: (await checkpoints[order.do]()).changed };
    await checkpoints[order.do](order.turnId ?? "");
    return {};
  } catch (error) {
    return { error: error instanceof ParleyError ? error.code : String(error) };
  }
}
