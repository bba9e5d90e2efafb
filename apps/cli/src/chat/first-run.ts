// A chat without a model: three ways to begin, each of which works from there.
import { asInvoked, neutralLine } from "@parley/base";
import { spawn } from "node:child_process";
import { ownCommand } from "../client/own-agent.ts";
import type { ChatActions } from "./commands/command.ts";

export interface FirstRun {
  /** Where the keys of this chat are. */
  readonly parleyHome: string;
  /** Gives the terminal to a program until it ends. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
}

const TITLE = "No model is set up. Begin with:";

/** Asks until one of the ways has worked, or the demo was chosen. */
export async function offerFirstSteps(actions: ChatActions, firstRun: FirstRun): Promise<void> {
  for (;;) {
    const agents = await findAgents(actions);
    const names = agents.map(({ title }) => neutralLine(title)).join(", ");
    const chosen = await actions.pick(TITLE, [
      { id: "key", label: "Add a model key", description: "Anthropic, OpenAI, Google and others; checked at once" },
      {
        id: "agent",
        label: "Use an agent on this machine",
        description: agents.length === 0 ? asInvoked("none found; parley agents install NAME adds one") : names,
      },
      { id: "demo", label: "Try the offline demo", description: "no key, no network; help lists what it can do" },
    ]);
    if (chosen === "key" && (await addKey(actions, firstRun))) return;
    if (chosen === "agent" && (await useAgent(actions, agents))) return;
    if (chosen === undefined || chosen === "demo") return startDemo(actions);
  }
}

interface FoundAgent {
  readonly name: string;
  readonly title: string;
  readonly version?: string | undefined;
}

/** Without the built-in ones, which have no model either. */
async function findAgents(actions: ChatActions): Promise<readonly FoundAgent[]> {
  const ask = () => actions.host.requests.request("agents/catalogue", {});
  const { programs } = await actions.during("Looking for agents", ask);
  return programs.filter(({ state, origin }) => state === "ready" && origin !== "own");
}

/** `parley agent login` asks for the provider and the key, and checks the key. */
async function addKey(actions: ChatActions, { lend, parleyHome }: FirstRun): Promise<boolean> {
  if (!actions.host.isLocal) {
    actions.note("info", `Run this on the machine of the server: ${asInvoked("parley agent login")}`);
    return false;
  }
  const { command, args, env } = ownCommand();
  const { inheritedEnvironment } = await import("@parley/machine/processes");
  const code = await lend(
    () =>
      new Promise<number | null>((resolve, reject) => {
        const options = { stdio: "inherit", env: inheritedEnvironment({ ...env, PARLEY_HOME: parleyHome }) } as const;
        const child = spawn(command, [...args, "login"], options);
        child.once("error", reject);
        child.once("close", resolve);
      }),
  );
  if (code !== 0) {
    actions.note("warning", "No key was saved.");
    return false;
  }
  // A new session begins with the model that the key is for.
  await actions.begin();
  return true;
}

async function useAgent(actions: ChatActions, agents: readonly FoundAgent[]): Promise<boolean> {
  const { session } = actions;
  if (agents.length === 0) {
    actions.note(
      "info",
      asInvoked("No other agent was found on this machine. parley agents list shows what can be installed."),
    );
    return false;
  }
  const items = agents.map(({ name, title, version }) => ({
    id: name,
    label: neutralLine(title),
    description: version,
  }));
  const name = agents.length === 1 ? agents[0]?.name : await actions.pick("Which agent?", items);
  if (name === undefined || session?.handOver === undefined) return false;
  await actions.during(`Switching to ${neutralLine(name)}…`, () => session.handOver?.(name) ?? Promise.resolve());
  return true;
}

function startDemo(actions: ChatActions): void {
  actions.note("info", "This is the offline demo. Type help to see what it can do, /login to add a model later.");
}
