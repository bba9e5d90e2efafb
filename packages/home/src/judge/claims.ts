// If the client decides, our agent declares what a call accesses: plain data, from which the client gathers its own
// facts.
import { isObject } from "@parley/base";
import type { Facts } from "@parley/machine";
import { REQUEST_KINDS, TOOL_KINDS, type PolicyFacts, type PolicyRequest, type ToolKind } from "@parley/policy";
import { CLAIMS_MAX } from "../limits.ts";
import type { Subject } from "./judge.ts";

/** A request of policy, with the few facts that cannot be found on the disk. */
export type Claim = PolicyRequest & {
  /** Where a command runs. */
  readonly cwd?: string | undefined;
  /** Of a tool. */
  readonly toolKind?: ToolKind | undefined;
  /** The command that a tool runs. */
  readonly runs?: string | undefined;
};

export function toClaims(subjects: readonly Subject[]): readonly Claim[] {
  return subjects.map(({ request, facts }) => ({ ...request, ...moreOf(request, facts) }));
}

function moreOf({ kind, ...request }: PolicyRequest, facts: PolicyFacts): Pick<Claim, "cwd" | "toolKind" | "runs"> {
  if (kind === "execute") return "cwd" in facts ? { cwd: facts.cwd } : {};
  if ((kind !== "tool" && kind !== "mcp") || !("name" in facts)) return {};
  const title = "title" in request ? request.title : undefined;
  const { command } = facts;
  return { toolKind: facts.kind, ...(command !== undefined && { runs: title ?? "", cwd: command.cwd }) };
}

/** Undefined if these are not valid claims, so the content of the call is unknown. */
export function readClaims(value: unknown): readonly Claim[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > CLAIMS_MAX) return undefined;
  const list: unknown[] = value;
  return list.every(isClaim) ? list : undefined;
}

const FIELDS: Readonly<Record<PolicyRequest["kind"], readonly string[]>> = {
  read: ["path"],
  write: ["path"],
  delete: ["path"],
  move: ["path", "to"],
  execute: ["command"],
  fetch: ["url"],
  tool: ["name"],
  mcp: ["server", "name"],
};

function isClaim(value: unknown): value is Claim {
  if (!isObject(value)) return false;
  const kind = REQUEST_KINDS.find((known) => known === value["kind"]);
  if (kind === undefined || FIELDS[kind].some((field) => typeof value[field] !== "string")) return false;
  const isText = (field: string): boolean => value[field] === undefined || typeof value[field] === "string";
  const isKnown = value["toolKind"] === undefined || TOOL_KINDS.some((known) => known === value["toolKind"]);
  return isKnown && isText("cwd") && isText("runs") && isText("title");
}

/** `cwd`: the session's folder. Rejects if something cannot be looked up. */
export function toSubjects(claims: readonly Claim[], facts: Facts, cwd: string): Promise<readonly Subject[]> {
  return Promise.all(claims.map((claim) => toSubject(claim, facts, cwd)));
}

async function toSubject(claim: Claim, facts: Facts, folder: string): Promise<Subject> {
  const { cwd = folder, toolKind = "other" } = claim;
  switch (claim.kind) {
    case "read":
    case "write": {
      const { kind, path } = claim;
      return { request: { kind, path }, facts: await facts.pathFacts(path, { means: "target" }) };
    }
    case "delete": {
      const { kind, path } = claim;
      return { request: { kind, path }, facts: await facts.pathFacts(path, { means: "entry" }) };
    }
    case "move": {
      const { kind, path, to } = claim;
      return { request: { kind, path, to }, facts: await facts.moveFacts(path, to) };
    }
    case "execute": {
      const { kind, command } = claim;
      return { request: { kind, command }, facts: await facts.commandFacts(command, { cwd }) };
    }
    case "fetch":
      return { request: { kind: "fetch", url: claim.url }, facts: facts.fetchFacts(claim.url) };
    case "tool": {
      const { kind, name, title, runs } = claim;
      const run = runs === undefined ? undefined : { input: runs, options: { cwd } };
      const request = { kind, name, ...(title !== undefined && { title }) } as const;
      return { request, facts: await facts.toolFacts({ name, kind: toolKind, command: run }) };
    }
    case "mcp": {
      const { kind, server, name } = claim;
      return { request: { kind, server, name }, facts: await facts.toolFacts({ name, server, kind: toolKind }) };
    }
  }
}
