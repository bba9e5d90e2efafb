// A chat without a model: offers three ways to start.
import { asInvoked, neutralLine } from "@parley/base";
import { spawn } from "node:child_process";
import { ownCommand } from "../client/own-agent.ts";
import type { ChatActions } from "./commands/command.ts";

export interface FirstRun {
  /** The environment with the keys of this chat. */
  readonly parleyHome: string;
  /** Gives the terminal to a program until it ends. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
}

const TITLE = "No model is set up. Begin with:";

/** Asks until one of the ways has worked or the user chose the demo. */
export async function offerFirstSteps(actions: ChatActions, firstRun: FirstRun): Promise<void> {
  for (;;) {
    const agents = await findAgents(actions);
    const names = agents.map(({ title }) => neutralLine(title)).join(", ");
    const chosen = await actions.offer(TITLE, [
      { id: "key", key: "1", label: "Add a model key", description: "Anthropic, OpenAI, Google and others" },
      {
        id: "agent",
        key: "2",
        label: "Use an agent on this machine",
        description: agents.length === 0 ? asInvoked("none found; see parley agents list") : names,
      },
      { id: "demo", key: "3", label: "Try the offline demo", description: "no key, no network" },
    ]);
    if (chosen === "key" && (await addKey(actions, firstRun))) return;
    if (chosen === "agent" && (await useAgent(actions))) return;
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
    actions.note("info", `Run this on the server's machine: ${asInvoked("parley agent login")}`);
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
  // A new session uses the model of the key.
  await actions.begin();
  return true;
}

/** Prompts typed meanwhile are for that agent. */
async function useAgent(actions: ChatActions): Promise<boolean> {
  let isUsed = false;
  await actions.holdPrompts(async () => {
    // Another agent may have been installed since.
    isUsed = await chooseAgent(actions, await findAgents(actions));
  });
  return isUsed;
}

async function chooseAgent(actions: ChatActions, agents: readonly FoundAgent[]): Promise<boolean> {
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
  await actions.during(`Handing over to ${neutralLine(name)}`, async () => session.handOver?.(name));
  return true;
}

function startDemo(actions: ChatActions): void {
  actions.note("info", "This is the offline demo. Type help to see what it can do, /login to add a model later.");
}
