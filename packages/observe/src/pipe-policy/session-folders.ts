// The folders of each session, from the messages that open it.
import { canonicalMethod } from "@parley/acp";
import { createFacts, type Facts } from "@parley/machine";
import { isObject } from "@parley/base";
import { LineCutter } from "../frames/line-cutter.ts";
import { CLIENT_LINE_BYTES_MAX, POLICY_SESSIONS_MAX } from "../limits.ts";

interface Folders {
  readonly workspace: string;
  readonly roots: readonly string[];
  facts?: Promise<Facts> | undefined;
}

/** Methods that open a session; for a new one, the answer has its id. */
const OPENS: Readonly<Record<string, "new" | "known">> = {
  "session/new": "new",
  "session/fork": "new",
  "session/load": "known",
  "session/resume": "known",
};

export class SessionFolders {
  readonly #default: Folders;
  readonly #sessions = new Map<string, Folders>();
  /** By the id of the request, as JSON. */
  readonly #asked = new Map<string, Folders>();
  readonly #client: LineCutter;

  /** `cwd`: the folder for requests of unknown sessions. */
  constructor(cwd: string) {
    this.#default = { workspace: cwd, roots: [cwd] };
    const line = (bytes: Buffer, start: number, end: number): void => this.#readClientLine(bytes, start, end);
    this.#client = new LineCutter({ line, long: () => undefined }, CLIENT_LINE_BYTES_MAX);
  }

  /** Bytes from the client, as they pass. */
  readClient(chunk: Buffer): void {
    this.#client.push(chunk);
  }

  /** A complete answer of the agent. */
  readAnswer({ id, result }: Readonly<Record<string, unknown>>): void {
    const key = JSON.stringify(id);
    const folders = this.#asked.get(key);
    if (folders === undefined) return;
    this.#asked.delete(key);
    if (isObject(result) && typeof result["sessionId"] === "string") this.#know(result["sessionId"], folders);
  }

  /** Rejects if a folder of the session does not exist. */
  facts(sessionId: unknown): Promise<Facts> {
    const folders = (typeof sessionId === "string" ? this.#sessions.get(sessionId) : undefined) ?? this.#default;
    folders.facts ??= createFacts(folders).catch((error: unknown) => {
      folders.facts = undefined; // It may reappear.
      throw error;
    });
    return folders.facts;
  }

  #readClientLine(bytes: Buffer, start: number, end: number): void {
    const message = parse(bytes.toString("utf8", start, end));
    for (const one of Array.isArray(message) ? message : [message]) if (isObject(one)) this.#clientAsked(one);
  }

  #clientAsked({ id, method, params }: Readonly<Record<string, unknown>>): void {
    if (typeof method !== "string" || !isObject(params)) return;
    const opens = OPENS[canonicalMethod(method)];
    const { cwd, sessionId, additionalDirectories } = params;
    if (opens === undefined || typeof cwd !== "string") return;
    const more = Array.isArray(additionalDirectories) ? additionalDirectories : [];
    const folders = { workspace: cwd, roots: [cwd, ...more.filter((folder) => typeof folder === "string")] };
    if (opens === "new") remember(this.#asked, JSON.stringify(id), folders);
    else if (typeof sessionId === "string") this.#know(sessionId, folders);
  }

  #know(sessionId: string, folders: Folders): void {
    remember(this.#sessions, sessionId, folders);
  }
}

function remember(map: Map<string, Folders>, key: string, folders: Folders): void {
  map.delete(key);
  map.set(key, folders);
  const [oldest] = map.keys();
  if (map.size > POLICY_SESSIONS_MAX && oldest !== undefined) map.delete(oldest);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not ours to judge, so it passes unchanged.
  }
}
