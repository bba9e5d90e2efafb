import type { ClientRequests, SessionUpdate, ToolCallUpdate } from "@parley/acp";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession } from "../testing/open-session.ts";

const FOLDER = new URL("../../../../../test/conformance/fixtures/", import.meta.url);
const LEVELS = ["supervised", "auto", "bypass"] as const;
/** What the agents work on, as the recordings have it. */
const FILES = { "file-4.txt": "xxxxx\nxxxx\nxxxxx\n" };

/** What was asked about before content counted: the ids of tool calls, and commands that were run without a question of the agent. */
const ASKED: Readonly<Record<string, Readonly<Record<(typeof LEVELS)[number], string>>>> = {
  "claude-zed": {
    supervised: "d l q v 1b 1s 1v terminal",
    auto: "q v 1b 1s 1v terminal",
    bypass: "q v 1s 1v terminal",
  },
  codex: {
    supervised: "d k r v 12 19 1s 25 29 2g",
    auto: "d k r v 12 19 1s 25 29 2g",
    bypass: "d k r 12 19 25 29 2g",
  },
  gemini: {
    supervised: "b e h k r x z",
    auto: "e h k r x z",
    bypass: "e h x z",
  },
  goose: {
    supervised: "j v 12 19 1g 1v 28 2d terminal",
    auto: "12 19 1g 1v 28 2d terminal",
    bypass: "12 19 28 2d terminal",
  },
  opencode: {
    supervised: "d l q v 1m 1p",
    auto: "q v 1m 1p",
    bypass: "q v 1m 1p",
  },
};

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Line = { readonly from: "agent" | "client"; readonly frame: Frame };

/** Goose calls its tools by their titles, which the recordings have no words for. */
function withName(toolCall: ToolCallUpdate, agent: string): ToolCallUpdate {
  if (agent !== "goose" || toolCall.kind !== "other") return toolCall;
  const input = toolCall.rawInput as Readonly<Record<string, unknown>>;
  if (String(toolCall.title).includes(":")) return toolCall;
  const title = "command" in input ? "shell" : "before" in input ? "edit" : "content" in input ? "write" : "read";
  return { ...toolCall, title };
}

/** Plays what the agent did, with a person who says yes to everything, and returns what was asked about. */
async function play(agent: string, level: (typeof LEVELS)[number]): Promise<readonly string[]> {
  const asked: string[] = [];
  await using session = await openTestSession({ level });
  const recorded = readFileSync(new URL(`${agent}.ndjson`, FOLDER), "utf8");
  // A mark that the agent sets in its children, without its name.
  const text = recorded.replaceAll("/workspace", session.cwd).replaceAll("XXXXXXXXXX", "CLAUDECODE");
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(session.cwd, name), content);
  let prompt: unknown;
  for (const line of text.trimEnd().split("\n")) {
    const { from, frame } = JSON.parse(line) as Line;
    const { id, method, params = {} } = frame;
    if (from === "client" && method === "session/prompt") {
      prompt = id;
      await session.beginTurn();
    } else if (from === "agent" && method === undefined && id === prompt) await session.endTurn();
    else if (from === "agent" && method === "session/update") session.update(params["update"] as SessionUpdate);
    else if (from === "agent" && method !== undefined) {
      asked.push(...(await call(session, method, params, agent)));
    }
  }
  return asked;
}

const PLAYED: ReadonlySet<string> = new Set([
  "session/request_permission",
  "fs/read_text_file",
  "fs/write_text_file",
  "terminal/create",
]);

async function call(
  session: TestSession,
  method: string,
  params: Readonly<Record<string, unknown>>,
  agent: string,
): Promise<string[]> {
  if (!PLAYED.has(method)) return [];
  const before = session.person.questions.length;
  session.person.willChoose("allow_once");
  const toolCall = params["toolCall"] as ToolCallUpdate | undefined;
  const given = toolCall === undefined ? params : { ...params, toolCall: withName(toolCall, agent) };
  await session.call(method as keyof ClientRequests, given as never).catch(() => undefined);
  session.person.forget();
  const name = toolCall?.toolCallId.replace(/.*stub0*/, "") ?? method.replace(/\/.*/, "");
  return session.person.questions.slice(before).map(() => name);
}

/** An edit that was allowed is written without another question, and nothing is asked that was not asked before. */
describe.each(Object.keys(ASKED))("what %s did is asked about as it was", (agent) => {
  it.each(LEVELS)("at the level %s", async (level) => {
    expect((await play(agent, level)).join(" ")).toBe(ASKED[agent]?.[level]);
  });
});

it("has all recordings", () => {
  expect(readdirSync(FOLDER).map((file) => file.replace(".ndjson", ""))).toEqual(Object.keys(ASKED));
});
