// Signing in from the chat: the user picks one of the methods that the agent offers.
import type { ChatActions } from "./commands/command.ts";
import { neutralLine, reveal } from "@parley/base";
import { isUnknown } from "@parley/acp";
import type { SignIn } from "@parley/client";
import { describeError } from "../describe-error.ts";
import type { ChatAgent } from "./chat-host.ts";
import { spawn } from "node:child_process";
import type { TerminalBlock } from "./terminal-block.ts";
import type { PickerItem } from "./panels/picker-panel.ts";

/** What signing in needs from the chat. */
export interface SignInActions {
  readonly agent: Pick<ChatAgent, "name" | "signIns" | "signIn" | "restart">;
  /** The agent runs on this machine, so that its login program can be run here. */
  readonly isLocal: boolean;
  readonly print: (block: TerminalBlock) => void;
  readonly pick: (title: string, items: readonly PickerItem[]) => Promise<string | undefined>;
  readonly ask: (
    label: string,
    options: { readonly isSecret: boolean; readonly isOptional: boolean },
  ) => Promise<string | undefined>;
  /** Gives the terminal to a program until it ends. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  readonly during: <T>(text: string, work: () => Promise<T>) => Promise<T>;
}

/** `left`: the user cancelled. */
export type SignInOutcome = "done" | "failed" | "left";

/** Throws if signing in fails, not if there is no way to try. `isAgain`: the picker is shown even for a single method, so that the user can cancel. */
export async function signIn(actions: SignInActions, isAgain = false): Promise<SignInOutcome> {
  const { name } = actions.agent;
  const signIns = await actions.agent.signIns().catch((error: unknown) => {
    actions.print({ type: "note", severity: "error", text: describeError(error) });
    return undefined;
  });
  if (signIns === undefined) return "left";
  if (signIns.length === 0) {
    const text = `${neutralLine(name)} does not say how to sign in; see its own documentation.`;
    actions.print({ type: "note", severity: "warning", text });
    return "left";
  }
  const chosen = signIns.length === 1 && !isAgain ? signIns[0] : await choose(actions, signIns);
  return chosen === undefined ? "left" : goThrough(actions, chosen);
}

async function choose(actions: SignInActions, signIns: readonly SignIn[]): Promise<SignIn | undefined> {
  const items = signIns.map((way, index) => ({
    id: String(index),
    label: labelOf(way),
    description: descriptionOf(way),
  }));
  const id = await actions.pick(`Sign in to ${neutralLine(actions.agent.name)}`, items);
  return id === undefined ? undefined : signIns[Number(id)];
}

function goThrough(actions: SignInActions, way: SignIn): Promise<SignInOutcome> {
  switch (way.type) {
    case "agent":
      return byAgent(actions, way);
    case "terminal":
      return byTerminal(actions, way);
    case "variables":
      return byVariables(actions, way);
  }
}

async function byAgent({ agent, during, print }: SignInActions, way: SignIn): Promise<SignInOutcome> {
  print({ type: "note", severity: "info", text: `Signing in: ${labelOf(way)}`, detail: descriptionOf(way) });
  await during("Waiting for the sign-in", () => agent.signIn(idOf(way)));
  return "done";
}

/** The agent's own login program runs in this terminal; afterwards the agent is restarted. */
async function byTerminal(actions: SignInActions, way: Extract<SignIn, { type: "terminal" }>): Promise<SignInOutcome> {
  const { command, args, env } = way;
  const line = reveal([command, ...args].join(" "));
  if (!actions.isLocal) {
    const text = `Run this on the server's machine, then /restart: ${line}`;
    actions.print({ type: "note", severity: "warning", text });
    return "left";
  }
  actions.print({ type: "note", severity: "info", text: `Running: ${line}` });
  const { inheritedEnvironment } = await import("@parley/machine/processes");
  const code = await actions.lend(
    () =>
      new Promise<number | null>((resolve, reject) => {
        const child = spawn(command, [...args], { stdio: "inherit", env: inheritedEnvironment(env) });
        child.once("error", reject);
        child.once("close", resolve);
      }),
  );
  if (code !== 0) {
    actions.print({
      type: "note",
      severity: "warning",
      text: `The sign-in exited with code ${code ?? "unknown"}.`,
    });
    return "failed";
  }
  await actions.during("Restarting the agent", () => actions.agent.restart());
  return "done";
}

/** The values go to the agent's environment and nowhere else. */
async function byVariables(
  actions: SignInActions,
  way: Extract<SignIn, { type: "variables" }>,
): Promise<SignInOutcome> {
  if (way.link !== undefined) actions.print({ type: "note", severity: "info", text: `Get it at ${reveal(way.link)}` });
  const values: Record<string, string> = {};
  for (const { name, label, isSecret, isOptional } of way.variables) {
    const value = await actions.ask(neutralLine(label), { isSecret, isOptional });
    if (value === undefined) return "left";
    if (value !== "") values[name] = value;
  }
  await actions.during("Signing in", () => actions.agent.signIn(idOf(way), values));
  return "done";
}

function idOf({ method }: SignIn): string {
  return isUnknown(method) ? "" : method.id;
}

function labelOf({ method }: SignIn): string {
  return isUnknown(method) ? "Sign in" : neutralLine(method.name);
}

function descriptionOf({ method }: SignIn): string | undefined {
  return isUnknown(method) || !method.description ? undefined : neutralLine(method.description);
}

/** As often as it fails. False if the user gives up. */
export async function signInUntilDone(
  actions: SignInActions,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  for (let count = 1; ; count += 1) {
    let outcome: SignInOutcome = "failed";
    await attempt(async () => {
      outcome = await signIn(actions, count > 1);
    });
    if (outcome !== "failed") return outcome === "done";
  }
}

/** What signing in needs from the chat. */
export function toSignInActions(
  actions: ChatActions,
  ask: SignInActions["ask"],
  lend: SignInActions["lend"],
): SignInActions {
  return {
    agent: actions.host.agent,
    isLocal: actions.host.isLocal,
    print: (block) => actions.print(block),
    pick: (title, items) => actions.pick(title, items),
    ask,
    lend,
    during: (text, work) => actions.during(text, work),
  };
}
