// Signing in, in the chat: the ways that the agent offers, one of them chosen and gone through.
import { isUnknown } from "@parley/acp";
import type { Agent, SignIn } from "@parley/client";
import { spawn } from "node:child_process";
import { neutralLine, reveal } from "../terminal/neutral-text.ts";
import type { Block } from "./feed/block.ts";
import type { PickerItem } from "./panels/picker-panel.ts";

/** What signing in needs of the chat. */
export interface SignInDesk {
  readonly agent: Agent;
  readonly print: (block: Block) => void;
  readonly pick: (title: string, items: readonly PickerItem[]) => Promise<string | undefined>;
  readonly ask: (
    label: string,
    options: { readonly isSecret: boolean; readonly isOptional: boolean },
  ) => Promise<string | undefined>;
  /** Gives the terminal to a program until it ends. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  readonly during: <T>(text: string, work: () => Promise<T>) => Promise<T>;
}

/** `left`: the person does not want to. */
export type SignInOutcome = "done" | "failed" | "left";

/** What goes wrong is thrown. `isAgain`: it is asked even if there is only one way, so that nobody is caught in it. */
export async function signIn(desk: SignInDesk, isAgain = false): Promise<SignInOutcome> {
  const { signIns, name } = desk.agent;
  if (signIns.length === 0) {
    const text = `${neutralLine(name)} does not say how to sign in; see its own documentation.`;
    desk.print({ type: "note", severity: "warning", text });
    return "left";
  }
  const chosen = signIns.length === 1 && !isAgain ? signIns[0] : await choose(desk, signIns);
  return chosen === undefined ? "left" : goThrough(desk, chosen);
}

async function choose(desk: SignInDesk, signIns: readonly SignIn[]): Promise<SignIn | undefined> {
  const items = signIns.map((way, index) => ({
    id: String(index),
    label: labelOf(way),
    description: descriptionOf(way),
  }));
  const id = await desk.pick(`Sign in to ${neutralLine(desk.agent.name)}`, items);
  return id === undefined ? undefined : signIns[Number(id)];
}

function goThrough(desk: SignInDesk, way: SignIn): Promise<SignInOutcome> {
  switch (way.type) {
    case "agent":
      return byAgent(desk, way);
    case "terminal":
      return byTerminal(desk, way);
    case "variables":
      return byVariables(desk, way);
  }
}

async function byAgent({ agent, during, print }: SignInDesk, way: SignIn): Promise<SignInOutcome> {
  print({ type: "note", severity: "info", text: `Signing in: ${labelOf(way)}`, detail: descriptionOf(way) });
  await during("Waiting for the sign-in", () => agent.signIn(idOf(way)));
  return "done";
}

/** Its own program does it, in this very terminal; afterwards the agent is started again. */
async function byTerminal(desk: SignInDesk, way: Extract<SignIn, { type: "terminal" }>): Promise<SignInOutcome> {
  const { command, args, env } = way;
  desk.print({ type: "note", severity: "info", text: `Running: ${reveal([command, ...args].join(" "))}` });
  const code = await desk.lend(
    () =>
      new Promise<number | null>((resolve, reject) => {
        const child = spawn(command, [...args], { stdio: "inherit", env: { ...process.env, ...env } });
        child.once("error", reject);
        child.once("close", resolve);
      }),
  );
  if (code !== 0) {
    desk.print({ type: "note", severity: "warning", text: `The sign-in ended with exit code ${code ?? "unknown"}.` });
    return "failed";
  }
  await desk.during("Starting the agent again", () => desk.agent.restart());
  return "done";
}

/** The values go to the agent's environment and nowhere else. */
async function byVariables(desk: SignInDesk, way: Extract<SignIn, { type: "variables" }>): Promise<SignInOutcome> {
  if (way.link !== undefined) desk.print({ type: "note", severity: "info", text: `You get it at ${reveal(way.link)}` });
  const values: Record<string, string> = {};
  for (const { name, label, isSecret, isOptional } of way.variables) {
    const value = await desk.ask(neutralLine(label), { isSecret, isOptional });
    if (value === undefined) return "left";
    if (value !== "") values[name] = value;
  }
  await desk.during("Signing in", () => desk.agent.signIn(idOf(way), values));
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
