// The client under test: a supervised agent with every feature, its sessions kept in files, and no person at the keyboard.
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore } from "@parley/home/session-log";
import { hasCapability, type PermissionOption, type SessionEvent, type SessionUpdate } from "@parley/acp";
import { completeLaunch } from "@parley/catalogue/known-agents";
import { connectAgent, type Ask, type Session } from "@parley/client";
import { createFeatures } from "@parley/client/features";
import { join } from "node:path";
import type { DrivenSession, Driver, DriverOptions, Person, Turn } from "./driver.ts";

export async function openDriver(options: DriverOptions): Promise<Driver> {
  const { name, command, args, env, cwd, parleyHome, ignoresQuirks = false } = options;
  const person: Person = { answer: "allow", questions: [] };
  const problems: string[] = [];
  const launch = { name, title: name, command, args, env };
  const agent = connectAgent({
    name,
    onProblem: (problem) => problems.push(JSON.stringify(problem)),
    find: () => Promise.resolve(ignoresQuirks ? launch : completeLaunch(launch)),
    features: createFeatures({
      ask: toAsk(person),
      rules: openRulesFile(parleyHome),
      level: "supervised",
      parleyHome,
      agentName: name,
    }),
    store: createFileSessionStore({ folder: join(parleyHome, "sessions") }),
    clientInfo: { name: "parley-compat", title: "Parley", version: "0.1.0" },
    cwd,
  });
  const mcpServers = options.mcpServers.map((server) => ({ ...server }));
  const info = await agent.start().catch(async (error: unknown) => {
    await agent.close();
    throw error;
  });
  return {
    info,
    person,
    problems,
    get stderr() {
      return agent.stderr;
    },
    supports: (capability) => hasCapability(info.agentCapabilities, capability),
    newSession: () => drive((onEvents) => agent.newSession({ cwd, mcpServers, onEvents })),
    listSessions: async () => (await agent.listSessions(cwd))?.map(({ sessionId }) => sessionId) ?? [],
    importSession: (id) => drive((onEvents) => agent.importSession(id, { cwd, mcpServers, onEvents })),
    resumeSession: (id) => drive((onEvents) => agent.resumeSession(id, { mcpServers, onEvents })),
    close: () => agent.close(),
  };
}

type Listener = (batch: readonly { readonly event: SessionEvent }[]) => void;

async function drive(open: (onEvents: Listener) => Promise<Session>): Promise<DrivenSession> {
  const { listen, ...heard } = createListener();
  return toDriven(await open(listen), heard);
}

interface Heard extends Pick<DrivenSession, "events" | "updates" | "next"> {}

function createListener(): Heard & { readonly listen: Listener } {
  const events: SessionEvent[] = [];
  const updates: SessionUpdate[] = [];
  const waiting = new Set<(update: SessionUpdate) => void>();
  const listen: Listener = (batch) => {
    for (const { event } of batch) {
      events.push(event);
      if (event.type !== "update") continue;
      updates.push(event.update);
      for (const look of waiting) look(event.update);
    }
  };
  return {
    listen,
    events,
    updates,
    next: (fits) =>
      new Promise((resolve) => {
        const look = (update: SessionUpdate): void => {
          if (!fits(update)) return;
          waiting.delete(look);
          resolve(update);
        };
        waiting.add(look);
      }),
  };
}

function toDriven(session: Session, heard: Heard): DrivenSession {
  return {
    id: session.id,
    agentSessionId: session.agentSessionId,
    ...heard,
    get modeIds() {
      return session.choices.modes.map(({ id }) => id);
    },
    get modeId() {
      return session.choices.modeId;
    },
    setMode: (modeId) => session.setMode(modeId),
    prompt: async (blocks) => toTurn(await session.prompt(blocks)),
    cancel: () => session.cancel(),
    fork: async () => {
      const { listen, ...heardThere } = createListener();
      const fork = await session.fork();
      fork.onEvents(listen);
      return toDriven(fork, heardThere);
    },
    close: () => session.close(),
    delete: () => session.delete(),
  };
}

function toTurn({ stopReason, error, usage, changes }: Awaited<ReturnType<Session["prompt"]>>): Turn {
  const differing = (changes?.files ?? []).filter((file) => file.differsFromApproved === true);
  if (error === undefined)
    return { stopReason: String(stopReason), usage, differing: differing.map(({ path }) => path) };
  const data = "data" in error && error.data !== undefined ? ` ${JSON.stringify(error.data)}` : "";
  return { error: `${error.message}${data}` };
}

const KINDS: Readonly<Record<Person["answer"], readonly PermissionOption["kind"][]>> = {
  allow: ["allow_once", "allow_always"],
  reject: ["reject_once", "reject_always"],
};

function toAsk(person: Person): Ask {
  return {
    permission: (question) => {
      person.questions.push(question);
      const fitting = KINDS[person.answer].flatMap((kind) => question.options.filter((option) => option.kind === kind));
      const [option] = fitting;
      const outcome =
        option === undefined
          ? ({ outcome: "cancelled" } as const)
          : ({ outcome: "selected", optionId: option.optionId } as const);
      return Promise.resolve({ outcome });
    },
    elicitation: () =>
      Promise.resolve(person.answer === "allow" ? { action: "accept", content: {} } : { action: "decline" }),
  };
}
