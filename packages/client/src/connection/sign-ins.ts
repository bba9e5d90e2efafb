// The sign-in methods of an agent, from what it announced: current types, and those of older agents.
import { isUnknown, type AuthMethod } from "@parley/acp";
import { ParleyError, type Remedy, isObject } from "@parley/base";
import { type RpcError } from "@parley/rpc";
import type { AgentLaunch } from "../agent-launch.ts";

/** A sign-in method in a form that a surface can show. */
export type SignIn =
  /** The agent handles everything. */
  | { readonly type: "agent"; readonly method: AuthMethod }
  /** A program to run in a terminal, after which the agent is restarted. */
  | {
      readonly type: "terminal";
      readonly method: AuthMethod;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** Variables that the agent reads from its environment after a restart. */
  | {
      readonly type: "variables";
      readonly method: AuthMethod;
      readonly variables: readonly SignInVariable[];
      readonly link?: string | undefined;
    };

export interface SignInVariable {
  readonly name: string;
  readonly label: string;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function toSignIns(methods: readonly AuthMethod[], launch: AgentLaunch): readonly SignIn[] {
  return methods.flatMap((method) => toSignIn(method, launch) ?? []);
}

function toSignIn(method: AuthMethod, launch: AgentLaunch): SignIn | undefined {
  if (isUnknown(method)) return toVariables(method.raw);
  if (method.type === "terminal") {
    const { args = [], env = {} } = method;
    const { command } = launch;
    return { type: "terminal", method, command, args: [...launch.args, ...args], env: { ...launch.env, ...env } };
  }
  const { _meta: given } = method;
  const meta = given ?? {};
  return (
    toVariables({ ...method, ...inner(meta, "env_var") }) ??
    toOldTerminal(method, meta, launch) ?? { type: "agent", method }
  );
}

/** `env_var` of an earlier protocol version: one variable in `varName`, or several in `vars`. */
function toVariables(raw: unknown): SignIn | undefined {
  if (!isObject(raw)) return undefined;
  const { id, name, description, vars, varName, link } = raw;
  if (typeof id !== "string" || (raw["type"] !== "env_var" && vars === undefined && varName === undefined))
    return undefined;
  const listed = Array.isArray(vars) ? vars : [{ name: varName }];
  const variables = listed.flatMap((item) => toVariable(isObject(item) ? item : { name: item }) ?? []);
  if (variables.length === 0) return undefined;
  const method: AuthMethod = {
    id,
    name: typeof name === "string" ? name : id,
    ...(typeof description === "string" && { description }),
  };
  return { type: "variables", method, variables, ...(typeof link === "string" && { link }) };
}

function toVariable({ name, label, secret, optional }: Fields): SignInVariable | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  return {
    name,
    label: typeof label === "string" ? label : name,
    isSecret: secret !== false,
    isOptional: optional === true,
  };
}

/** Before the protocol had a type for it, the command line was in `_meta`. */
function toOldTerminal(method: AuthMethod, meta: Fields, launch: AgentLaunch): SignIn | undefined {
  const { command, args, env } = inner(meta, "terminal-auth");
  if (typeof command !== "string") return undefined;
  return {
    type: "terminal",
    method,
    command,
    args: Array.isArray(args) ? args.filter((arg): arg is string => typeof arg === "string") : [],
    env: { ...launch.env, ...texts(env) },
  };
}

function inner(meta: Fields, name: string): Fields {
  const value = meta[name];
  return isObject(value) ? value : {};
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

export function idOf({ method }: SignIn): string {
  return isUnknown(method) ? "" : method.id;
}

export function signInNeeded(cause: RpcError, signIns: readonly SignIn[], launch: AgentLaunch): ParleyError {
  const said = cause.message === "" ? "" : ` It said: ${cause.message}`;
  const message = `${launch.title} requires you to sign in.${said}`;
  return new ParleyError({ code: "sign_in_needed", message, remedy: toRemedy(signIns, launch), cause });
}

function toRemedy(signIns: readonly SignIn[], { authHint, title }: AgentLaunch): Remedy {
  const terminal = signIns.find((signIn) => signIn.type === "terminal");
  const command = terminal === undefined ? {} : { command: [terminal.command, ...terminal.args].map(quote).join(" ") };
  if (authHint !== undefined) return { label: authHint, ...command };
  const [first] = signIns;
  if (terminal !== undefined) return { label: `Sign in to ${title} in a terminal`, ...command };
  if (first === undefined) return { label: `Sign in with ${title}'s own program, then restart it` };
  if (first.type === "variables") {
    const names = first.variables.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return { label: `Set ${names.join(" and ")}`, ...(first.link !== undefined && { url: first.link }) };
  }
  const names = signIns.map(({ method }) => (isUnknown(method) ? "" : method.name));
  return { label: `Sign in: ${names.join(", or ")}` };
}

/** For copying: an unusual word is put in single quotes. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
