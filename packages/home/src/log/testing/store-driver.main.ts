// Another process that keeps sessions, for tests: does what each line of its input says, and says how that went.
import type { SessionEventBody } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { createInterface } from "node:readline";
import { createFileSessionStore } from "../create-file-session-store.ts";
import type { SessionLogLimits } from "../../limits.ts";
import type { SessionLog } from "../session-store.ts";
import { chunkOf, promptOf, recordInto, type Recorder } from "./record.ts";

export type DriverCommand =
  | { readonly do: "create" | "open" | "delete"; readonly id: string }
  /** Appends so many events of so many characters, each flushed. */
  | { readonly do: "append"; readonly count: number; readonly chars: number }
  | { readonly do: "sync" | "close" }
  /** Makes sessions, some at a time, each with a prompt that is its id, and lists after every one. */
  | { readonly do: "populate"; readonly ids: readonly string[] };

export interface DriverAnswer {
  readonly pid: number;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly lastSeq?: number | undefined;
  readonly failures: readonly string[];
}

const failures: string[] = [];
const store = createFileSessionStore({
  folder: process.argv[2] ?? "",
  limits: JSON.parse(process.argv[3] ?? "{}") as Partial<SessionLogLimits>,
  onFailure: ({ error }) => failures.push(error.code),
});
let log: SessionLog | undefined;
let recorder: Recorder | undefined;

async function obey(command: DriverCommand): Promise<void> {
  switch (command.do) {
    case "create":
      log = await store.create({ id: command.id, agent: { name: "driver" }, cwd: "/code" });
      recorder = recordInto(log);
      return;
    case "open":
      ({ log } = await store.open(command.id));
      recorder = recordInto(log);
      return;
    case "delete":
      return store.delete(command.id);
    case "append": {
      const body: SessionEventBody = chunkOf("x".repeat(command.chars));
      for (let index = 0; index < command.count; index += 1) recorder?.add(body);
      return;
    }
    case "sync":
      return log?.sync();
    case "close":
      return log?.close();
    case "populate":
      for (const id of command.ids) {
        const own = await store.create({ id, agent: { name: "driver" }, cwd: "/code" });
        recordInto(own).add(promptOf(id));
        await own.sync();
        await own.close();
        await store.list();
      }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let error: DriverAnswer["error"];
  try {
    await obey(JSON.parse(line) as DriverCommand);
  } catch (thrown) {
    error = { code: thrown instanceof ParleyError ? thrown.code : "?", message: String(thrown) };
  }
  const answer: DriverAnswer = { pid: process.pid, error, lastSeq: log?.lastSeq, failures };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
