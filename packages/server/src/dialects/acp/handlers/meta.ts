// Our own fields in `_meta`, parsed leniently.
import { ParleyError, parseSandboxSetting, type SandboxSetting, isObject } from "@parley/base";
import { parseLevel, parsePatterns, type ApprovalLevel, type RulePatterns } from "@parley/policy";
import {
  ON_DISCONNECT,
  parseProgram,
  parseSecrets,
  parseVariables,
  TURN_APPROVALS,
  WHEN_BUSY,
  type GivenLaunch,
  type OnDisconnect,
  type TurnApproval,
  type WhenBusy,
} from "@parley/hub";
import { refuseLaunch } from "../../../auth/launch-scope.ts";
import { ownKey } from "../../../auth/own-key.ts";
import type { Caller } from "../../../http/dialect.ts";

export interface ParleyMeta {
  /** Name of an entry of `agents`. */
  readonly agent: string | undefined;
  /** The last event that the client has. */
  readonly after: number | undefined;
  /** The event after which a fork differs. */
  readonly atSeq: number | undefined;
  readonly title: string | undefined;
  /** A new session works in its own git worktree. */
  readonly worktree: boolean;
  readonly idempotencyKey: string | undefined;
  /** The least strict sandbox for the session's agent. */
  readonly sandbox: SandboxSetting | undefined;
  /** The policy of a new session. */
  readonly level: ApprovalLevel | undefined;
  readonly rules: RulePatterns | undefined;
  /** The launch of the session's agent. */
  readonly env: GivenLaunch["env"];
  readonly launch: GivenLaunch["launch"];
  readonly secrets: GivenLaunch["secrets"];
  /** A new session is deleted when no client follows it. */
  readonly ephemeral: boolean;
  /** Limits of the turn that a prompt starts. */
  readonly limits: { readonly requests?: number; readonly cost?: number } | undefined;
  /** Who answers that turn's questions, and what happens if its client disconnects or another turn is running. */
  readonly approve: TurnApproval | undefined;
  readonly onDisconnect: OnDisconnect | undefined;
  readonly whenBusy: WhenBusy | undefined;
  /** The client wants the events of the log instead of `session/update`. */
  readonly events: boolean;
  /** The client signs in to the agent: a new session that waits for that is kept, and the error has its id. */
  readonly signsIn: boolean;
}

/** `caller` is needed where a key is used. */
export function readMeta({ _meta }: { readonly _meta?: unknown }, caller?: Caller): ParleyMeta {
  const meta = isObject(_meta) ? _meta : {};
  const given = meta["parley"] ?? {};
  if (!isObject(given)) throw wrong({ fields: meta, path: "_meta." }, "parley", "an object");
  const own = readFields(given, caller, "_meta.parley.");
  return { ...own, agent: own.agent ?? text({ fields: meta, path: "_meta." }, "agent") };
}

/** The same fields as params of our own methods. */
export function readFields(fields: Fields, caller?: Caller, path = ""): ParleyMeta {
  const own = { fields, path };
  return {
    agent: text(own, "agent"),
    after: count(own, "after"),
    atSeq: count(own, "atSeq"),
    title: text(own, "title"),
    worktree: flag(own, "worktree"),
    idempotencyKey: caller && ownKey(caller, text(own, "idempotencyKey")),
    sandbox: readSandbox(own),
    level: readParsed(own, "level", parseLevel),
    rules: readParsed(own, "rules", parsePatterns),
    env: readParsed(own, "env", parseVariables),
    launch: readParsed(own, "launch", parseProgram),
    secrets: readParsed(own, "secrets", parseSecrets),
    ephemeral: flag(own, "ephemeral"),
    limits: readLimits(own),
    approve: choice(own, "approve", TURN_APPROVALS),
    onDisconnect: choice(own, "onDisconnect", ON_DISCONNECT),
    whenBusy: choice(own, "whenBusy", WHEN_BUSY),
    events: flag(own, "events"),
    signsIn: flag(own, "signsIn"),
  };
}

type Fields = Readonly<Record<string, unknown>>;

interface Owner {
  readonly fields: Fields;
  /** The location of the fields, for messages. */
  readonly path: string;
}

/** Only the given fields. */
export function toPolicy({ level, rules }: Pick<ParleyMeta, "level" | "rules">): {
  readonly level?: ApprovalLevel;
  readonly rules?: RulePatterns;
} {
  return { ...(level !== undefined && { level }), ...(rules !== undefined && { rules }) };
}

/** The launch of its agent, if given. Throws `forbidden`, which names the field. */
export function readLaunch(
  { env, launch, secrets }: Pick<ParleyMeta, keyof GivenLaunch>,
  caller: Caller,
  path = "_meta.parley.",
): GivenLaunch {
  const given = {
    ...(env !== undefined && { env }),
    ...(launch !== undefined && { launch }),
    ...(secrets !== undefined && { secrets }),
  };
  const refused = refuseLaunch(caller, given);
  if (refused === undefined) return given;
  throw new ParleyError({ code: "forbidden", message: `${path}${refused.field}: ${refused.why}` });
}

function readSandbox(owner: Owner): SandboxSetting | undefined {
  const value = owner.fields["sandbox"];
  if (value === undefined || value === null) return undefined;
  const parsed = parseSandboxSetting(value);
  if ("value" in parsed) return parsed.value;
  throw wrong(owner, "sandbox", parsed.expected);
}

/** Undefined if it is missing. Throws `bad_input` with the location of the mistake. */
function readParsed<Value>(
  owner: Owner,
  name: string,
  parse: (value: unknown) => { readonly value: Value } | { readonly field: string; readonly expected: string },
): Value | undefined {
  const value = owner.fields[name];
  if (value === undefined || value === null) return undefined;
  const parsed = parse(value);
  if ("value" in parsed) return parsed.value;
  throw wrong(owner, parsed.field === "" ? name : `${name}.${parsed.field.replaceAll("/", ".")}`, parsed.expected);
}

function text(owner: Owner, name: string): string | undefined {
  const value = owner.fields[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw wrong(owner, name, "a string");
}

function choice<Word extends string>(owner: Owner, name: string, words: readonly Word[]): Word | undefined {
  const value = owner.fields[name];
  if (value === undefined || value === null) return undefined;
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw wrong(owner, name, `one of ${words.join(", ")}`);
}

function readLimits(owner: Owner): ParleyMeta["limits"] {
  const { limits } = owner.fields;
  if (limits === undefined || limits === null) return undefined;
  if (!isObject(limits)) throw wrong(owner, "limits", "an object");
  const inner = { fields: limits, path: `${owner.path}limits.` };
  const [requests, cost] = [above0(inner, "requests", Number.isSafeInteger), above0(inner, "cost", Number.isFinite)];
  return { ...(requests !== undefined && { requests }), ...(cost !== undefined && { cost }) };
}

function above0(owner: Owner, name: string, fits: (value: number) => boolean): number | undefined {
  const value = owner.fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && fits(value) && value > 0) return value;
  throw wrong(owner, name, "a number above 0");
}

function flag(owner: Owner, name: string): boolean {
  const value = owner.fields[name];
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw wrong(owner, name, "true or false");
}

function count(owner: Owner, name: string): number | undefined {
  const value = owner.fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(owner, name, "an integer");
}

function wrong({ path }: Owner, name: string, expected: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${path}${name}: must be ${expected}` });
}
