// The features in real sessions of a real agent process: what ends up on the disk, in the log and in the turn's result.
import { openRulesFile } from "@parley/home/rules";
import { createTempFolder, nextFileTime, type TempFolder } from "@parley/test-support";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { text } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";
import { undoChanges } from "./testing/undo-changes.ts";
import { createFeatures, type FeaturesOptions } from "./create-features.ts";
import type { Feature } from "./feature.ts";
import { STAMP_LAG_MS } from "../limits.ts";
import { openTestSession } from "./testing/open-session.ts";
import { TestPerson } from "./testing/test-person.ts";

const agents = useAgents();

interface Home extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly cwd: string;
  readonly parleyHome: string;
  readonly person: TestPerson;
  readonly features: readonly Feature[];
}

async function openHome(options: Partial<FeaturesOptions> = {}): Promise<Home> {
  const folder = await createTempFolder();
  const [cwd, parleyHome] = [folder.file("work"), folder.file("home")];
  await mkdir(cwd);
  const person = new TestPerson();
  const rules = openRulesFile(parleyHome);
  const features = createFeatures({ level: "auto", ask: person, rules, parleyHome, ...options });
  return { folder, cwd, parleyHome, person, features, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Asks for each file, then writes one through the client, one by itself with a permission, and one by itself without. */
const writer = inlineAgent((wire) => {
  const fs = process.getBuiltinModule("node:fs");
  wire.on("session/prompt", ({ params: { sessionId, prompt }, answer }) => {
    const cwd = prompt[0]?.text ?? "";
    const options = [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    void (async () => {
      const toolCall = { toolCallId: "1", kind: "edit", title: "Edit", locations: [{ path: `${cwd}/asked.txt` }] };
      wire.update(sessionId, { sessionUpdate: "tool_call", ...toolCall, status: "pending" });
      const permitted = await wire.ask("session/request_permission", {
        sessionId,
        toolCall: { toolCallId: "1" },
        options,
      });
      fs.writeFileSync(`${cwd}/asked.txt`, JSON.stringify(permitted.result));
      await wire.ask("fs/write_text_file", { sessionId, path: `${cwd}/through-client.txt`, content: "one\ntwo\n" });
      fs.writeFileSync(`${cwd}/silent.txt`, "nobody was asked");
      answer({ stopReason: "end_turn" });
    })();
  });
});

describe("features in a session", () => {
  it("decide, write, and tell afterwards what nobody was asked about; all of it can be taken back", async () => {
    await using home = await openHome();
    const { cwd, parleyHome } = home;
    await using test = agents.create(writer, { features: home.features });
    const session = await test.agent.newSession({ cwd });
    const { stopReason, changes } = await session.prompt(text(cwd));
    expect(stopReason).toBe("end_turn");
    expect(await readFile(`${cwd}/asked.txt`, "utf8")).toContain('"optionId":"yes"');
    expect(changes?.files).toEqual([
      { path: "asked.txt", change: "added", linesAdded: 1, linesRemoved: 0 },
      { path: "silent.txt", change: "added", linesAdded: 1, linesRemoved: 0, isUncovered: true },
      { path: "through-client.txt", change: "added", linesAdded: 2, linesRemoved: 0 },
    ]);
    const written = test.store.written(session.id).map(({ type }) => type);
    expect(written.filter((type) => type !== "update")).toEqual([
      "agent_started",
      "prompt",
      "permission_asked",
      "permission_answered",
      "stop",
      "changes",
    ]);
    await session.close();
    if (changes === undefined) throw new Error("nothing changed");
    const { restored, left } = await undoChanges({ cwd, parleyHome, event: changes });
    expect({ restored, left }).toEqual({ restored: ["asked.txt", "silent.txt", "through-client.txt"], left: [] });
    const audit = (await readFile(`${parleyHome}/audit.ndjson`, "utf8")).trim().split("\n");
    expect(audit.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(["tool", "write"]);
  });

  it("let go of their questions when the turn is cancelled, whoever asked", async () => {
    await using home = await openHome({ level: "supervised", snapshots: false });
    const { cwd, person } = home;
    await using test = agents.create(
      inlineAgent((wire) => {
        wire.on("session/prompt", ({ params: { sessionId, prompt }, answer }) => {
          const path = `${prompt[0]?.text}/a.txt`;
          const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
          void Promise.all([
            wire.ask("fs/write_text_file", { sessionId, path, content: "x" }),
            wire.ask("session/request_permission", { sessionId, toolCall: { toolCallId: "1", kind: "edit" }, options }),
          ]).then(([write, permission]) => {
            wire.say(sessionId, JSON.stringify([write.error?.code, permission.result]));
            return answer({ stopReason: "cancelled" });
          });
        });
      }),
      { features: home.features },
    );
    const never = (): Promise<never> => new Promise(() => undefined);
    person.will(never, never);
    const session = await test.agent.newSession({ cwd });
    const turn = session.prompt(text(cwd));
    await expect.poll(() => person.questions.length).toBe(2);
    await session.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    const events = test.store.written(session.id);
    const answers = events.flatMap((event) => (event.type === "permission_answered" ? [event.by] : []));
    expect(answers).toEqual(["cancel", "cancel"]);
    expect(JSON.stringify(events)).toContain('[-32800,{\\"outcome\\":{\\"outcome\\":\\"cancelled\\"}}]');
  });

  it.skipIf(process.platform === "win32")("show a terminal while it runs, and end it with the session", async () => {
    await using home = await openHome({ level: "bypass", snapshots: false });
    await using test = agents.create(
      inlineAgent((wire) => {
        wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
          void wire.ask("terminal/create", { sessionId, command: "echo begun; sleep 61" }).then(() => {
            return answer({ stopReason: "end_turn" });
          });
        });
      }),
      { features: home.features },
    );
    const session = await test.agent.newSession({ cwd: home.cwd });
    await session.prompt(text("go"));
    await expect.poll(() => session.transcript.snapshot().terminals.map(({ output }) => output)).toEqual(["begun\n"]);
    await session.close();
    expect(test.store.written(session.id).at(-1)).toMatchObject({ type: "terminal", exit: { signal: "SIGTERM" } });
  });

  it.skipIf(process.platform === "win32")(
    "end the terminals of an agent that crashed, while the session lives on",
    async () => {
      await using home = await openHome({ level: "bypass", snapshots: false });
      await using test = agents.create(
        inlineAgent((wire) => {
          wire.on("session/prompt", ({ params: { sessionId } }) => {
            void wire.ask("terminal/create", { sessionId, command: "sleep 61" }).then(() => process.exit(3));
          });
        }),
        { features: home.features },
      );
      const session = await test.agent.newSession({ cwd: home.cwd });
      expect((await session.prompt(text("go"))).error).toMatchObject({ code: "agent_crashed" });
      await expect
        .poll(() => session.transcript.snapshot().terminals.map(({ exit }) => exit?.signal))
        .toEqual(["SIGTERM"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "end what a cancelled turn left running, and nothing of another turn",
    async () => {
      await using home = await openHome({ level: "bypass", snapshots: false });
      await using test = agents.create(
        inlineAgent((wire) => {
          let cancel = (): void => undefined;
          wire.on("session/cancel", () => cancel());
          wire.on("session/prompt", ({ params: { sessionId, prompt }, answer }) => {
            const isLong = prompt[0]?.text === "long";
            void wire.ask("terminal/create", { sessionId, command: "echo begun; sleep 61" }).then(() => {
              if (!isLong) return answer({ stopReason: "end_turn" });
              cancel = () => answer({ stopReason: "cancelled" });
              return undefined;
            });
          });
        }),
        { features: home.features },
      );
      const session = await test.agent.newSession({ cwd: home.cwd });
      const terminals = () => session.transcript.snapshot().terminals;
      await session.prompt(text("short"));
      const turn = session.prompt(text("long"));
      await expect.poll(() => terminals().map(({ output }) => output)).toEqual(["begun\n", "begun\n"]);
      await session.cancel();
      expect(await turn).toMatchObject({ stopReason: "cancelled" });
      await expect.poll(() => terminals().map(({ exit }) => exit?.signal)).toEqual([undefined, "SIGTERM"]);
    },
  );

  it("work in two sessions at once without knowing of each other", async () => {
    await using home = await openHome({ level: "supervised", snapshots: false });
    const { cwd, person, folder } = home;
    await mkdir(folder.file("other"));
    await using test = agents.create(writer, { features: home.features });
    person.permission = ({ sessionId, options, toolCall }) => {
      person.questions.push({ sessionId, options, toolCall } as never);
      const wanted = sessionId === first.id ? "allow_once" : "reject_once";
      const optionId = options.find(({ kind }) => kind === wanted)?.optionId ?? "";
      return Promise.resolve({ outcome: { outcome: "selected", optionId } });
    };
    const first = await test.agent.newSession({ cwd });
    const second = await test.agent.newSession({ cwd: folder.file("other") });
    await Promise.all([first.prompt(text(cwd)), second.prompt(text(folder.file("other")))]);
    expect(await readFile(`${cwd}/through-client.txt`, "utf8")).toBe("one\ntwo\n");
    await expect(readFile(folder.file("other/through-client.txt"))).rejects.toThrow("ENOENT");
    expect(person.questions).toHaveLength(4);
  });
});

describe("a change is covered", () => {
  it.skipIf(process.platform === "win32")("by a command while it runs, and not before or after", async () => {
    await using session = await openTestSession({ snapshots: true, level: "bypass" });
    const at = (name: string): string => join(session.cwd, name);
    /** Resolves once a change would be seen as later than all before. */
    const later = async (): Promise<void> => {
      const from = await nextFileTime(`${session.cwd}-probe`);
      while ((await nextFileTime(`${session.cwd}-probe`)) <= from + 2 * STAMP_LAG_MS);
    };
    await session.beginTurn();
    await writeFile(at("before.txt"), "x");
    await later();
    const { terminalId } = (await session.call("terminal/create", { command: "touch during.txt" })) as {
      terminalId: string;
    };
    await session.call("terminal/wait_for_exit", { terminalId });
    await later();
    await writeFile(at("after.txt"), "x");
    await session.endTurn();
    const [changes] = session.eventsOf("changes");
    const uncovered = changes?.files.filter(({ isUncovered }) => isUncovered === true).map((file) => file.path);
    expect(changes?.files.map((file) => file.path)).toContain("during.txt");
    expect(uncovered).toEqual(["after.txt", "before.txt"]);
  });
});
