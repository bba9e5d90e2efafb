// Our client in a conversation with some program, and its transcript without the values that change with each run.
import { connectAgent, type Session } from "@parley/client";
import { createFeatures, type Ask } from "@parley/client/features";
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore } from "@parley/home/session-log";
import { createMarker, createTempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";

export interface Spoken {
  readonly transcript: unknown;
  readonly stopReasons: readonly (string | undefined)[];
  /** What the client asked its user. */
  readonly questions: readonly string[];
}

/** In a new folder, with a file `notes.txt`; everything is allowed. */
export async function converse(program: readonly string[], prompts: readonly string[]): Promise<Spoken> {
  await using folder = await createTempFolder();
  const cwd = folder.file("work");
  await mkdir(cwd);
  await writeFile(folder.file("work", "notes.txt"), "one\ntwo\n");
  const marker = createMarker();
  const questions: string[] = [];
  const ask: Ask = {
    permission: async ({ options, toolCall }) => {
      questions.push(toolCall.title ?? "");
      const option = options.find(({ kind }) => kind === "allow_once");
      return {
        outcome: option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId },
      };
    },
    elicitation: async () => ({ action: "accept", content: { answer: "blue" } }),
  };
  const parleyHome = folder.file("home");
  const [command = "", ...args] = program;
  const agent = connectAgent({
    name: "test",
    find: async () => ({ name: "test", title: "Test", command, args, env: marker.env }),
    features: createFeatures({ ask, rules: openRulesFile(parleyHome), level: "auto", parleyHome, snapshots: false }),
    store: createFileSessionStore({ folder: folder.file("home", "sessions") }),
    clientInfo: { name: "trace-test", version: "0.1.0" },
    cwd,
  });
  const stopReasons: (string | undefined)[] = [];
  const session = await agent.newSession({ cwd });
  // Agents announce their commands after the session: whether that comes before the first prompt must not be left to chance.
  await commandsAnnounced(session);
  for (const text of prompts) {
    const { stopReason } = await session.prompt([{ type: "text", text }]);
    stopReasons.push(stopReason);
  }
  const transcript = withoutMadeUp(session.transcript.snapshot(), cwd);
  await agent.close();
  const orphans = await marker.reap();
  if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
  return { transcript, stopReasons, questions };
}

function commandsAnnounced(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (session.commands.length === 0) return;
      stop();
      resolve();
    };
    const stop = session.onEvents(look);
    look();
  });
}

const MADE_UP = new Set([
  "at",
  "startedAt",
  "endedAt",
  "interactionId",
  "terminalId",
  "sessionId",
  "agentSessionId",
  "turnId",
  "pid",
  "startedAtMs",
  "endedAtMs",
]);

function withoutMadeUp(value: unknown, cwd: string): unknown {
  const json = JSON.stringify(value, (name, inner: unknown) => (MADE_UP.has(name) ? undefined : inner));
  return JSON.parse(json.replaceAll(cwd, "<cwd>"));
}
