// A session of the hub as the native API shows it.
import type { NativeSession } from "@parley/contract";
import {
  parseProgram,
  parseSecrets,
  parseVariables,
  type GivenLaunch,
  type HubSession,
  type Parsed,
} from "@parley/hub";
import { parsePatterns, type SessionPolicy } from "@parley/policy";
import { sessionUris } from "../../http/session-uris.ts";
import { FieldError } from "../input/field-error.ts";
import { toShownExtension } from "../extensions/translate.ts";

interface GivenPolicy {
  readonly level?: SessionPolicy["level"] | undefined;
  readonly rules?:
    | { readonly auto_allow?: readonly string[] | undefined; readonly auto_reject?: readonly string[] | undefined }
    | undefined;
}

/** With the URLs of ACP-REST, which are too many for a list. */
export function toNativeSession(session: HubSession, baseUrl: string): NativeSession {
  return { ...toListedSession(session), ...sessionUris(baseUrl, session) };
}

const listed = new WeakMap<HubSession, NativeSession>();
const texts = new WeakMap<NativeSession, string>();

/** An unchanged session is the same object, and so is its converted form. */
export function toListedSession(session: HubSession): NativeSession {
  const known = listed.get(session);
  if (known !== undefined) return known;
  const shown = describe(session);
  listed.set(session, shown);
  return shown;
}

/** As JSON, serialised once. */
export function toListedText(session: NativeSession): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const text = JSON.stringify(session);
  texts.set(session, text);
  return text;
}

function describe(session: HubSession): NativeSession {
  const { id, usage } = session;
  return {
    id,
    name: session.title,
    is_named: session.isNamed,
    agent: session.agent,
    working_dir: session.cwd,
    additional_folders: session.additionalFolders,
    created_at: new Date(session.createdAtMs).toISOString(),
    updated_at: new Date(session.updatedAtMs).toISOString(),
    session_type: "user",
    status: session.state,
    ...(session.lastLine === undefined ? {} : { last_line: session.lastLine }),
    ...(session.lastTurn === undefined ? {} : { last_turn: session.lastTurn }),
    turns: session.turns,
    last_seq: session.lastSeq,
    cleared_seq: session.clearedSeq,
    ...(session.forkedFrom === undefined ? {} : { forked_from: session.forkedFrom }),
    total_tokens: usage.totalTokens,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    accumulated_total_tokens: usage.totalTokens,
    accumulated_input_tokens: usage.inputTokens,
    accumulated_output_tokens: usage.outputTokens,
    extensions: session.extensions.map(toShownExtension),
    ...(session.sandbox === undefined ? {} : { sandbox: session.sandbox }),
    level: session.level,
    rules: { auto_allow: session.rules.autoAllow, auto_reject: session.rules.autoReject },
  };
}

/** The policy in a request. */
export function toPolicy({ level, rules }: GivenPolicy): Partial<SessionPolicy> {
  const leveled = level === undefined ? {} : { level };
  if (rules === undefined) return leveled;
  const { auto_allow: autoAllow = [], auto_reject: autoReject = [] } = rules;
  const parsed = parsePatterns({ autoAllow, autoReject });
  if ("value" in parsed) return { ...leveled, rules: parsed.value };
  const field = parsed.field.replace("autoAllow", "auto_allow").replace("autoReject", "auto_reject");
  throw new FieldError(`rules.${field.replace("/", ".")}`, `must be ${parsed.expected}`);
}

/** The agent's launch in a request. */
export function toLaunch({ env, launch, secrets }: Readonly<Partial<Record<keyof GivenLaunch, unknown>>>): GivenLaunch {
  return {
    ...(secrets !== undefined && { secrets: read("secrets", parseSecrets(secrets)) }),
    ...(env !== undefined && { env: read("env", parseVariables(env)) }),
    ...(launch !== undefined && { launch: read("launch", parseProgram(launch)) }),
  };
}

function read<Value>(name: string, parsed: Parsed<Value>): Value {
  if ("value" in parsed) return parsed.value;
  const field = [name, ...parsed.field.split("/")].filter((part) => part !== "").join(".");
  throw new FieldError(field, `must be ${parsed.expected}`);
}
