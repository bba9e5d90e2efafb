// A permission request of our own agent, which leaves the decision to its client: it declares what a call accesses, and
// policy or the user decides here, with the same judge that the agent itself uses under other clients.
import {
  askToLeave,
  ALLOW,
  considerAll,
  createOwnOptions,
  findVerdict,
  isAllowing,
  isGrave,
  proposeAll,
  readClaims,
  REJECT,
  scopeOfOption,
  strictest,
  toSubjects,
  withHook,
  type Claim,
  type Judged,
  type Subject,
} from "@parley/home/judge";
import {
  leavesSandbox,
  type Known,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type ToolCallUpdate,
} from "@parley/acp";
import { createId, isObject, ParleyError } from "@parley/base";
import { compileMode, type HookAnswer, type Mode, type PathFacts, type ToolFacts } from "@parley/policy";
import { askPermission } from "../gate/ask-permission.ts";
import type { Gate } from "../gate/gate.ts";
import { limitToShown } from "./limit-to-shown.ts";
import { ShownTexts } from "./shown-texts.ts";
import type { ToolRuns } from "./tool-runs.ts";
import { readToolSubject } from "./tool-subject.ts";

export interface Delegated {
  readonly claims: readonly Claim[];
  /** What a hook of the user answered. */
  readonly hook: HookAnswer | undefined;
  /** The mode of the agent, which only restricts. */
  readonly mode: Mode | undefined;
  /** `given`: what a model thinks about it; `offered`: it can be asked. */
  readonly opinion: "offered" | { readonly reason: string } | undefined;
}

/** Undefined if the request is not delegated, or its claims cannot be read; it is then judged by its content. */
export function readDelegated({ _meta: meta }: RequestPermissionRequest): Delegated | undefined {
  const own = isObject(meta) ? meta["parley"] : undefined;
  const decide = isObject(own) ? own["decide"] : undefined;
  if (!isObject(decide)) return undefined;
  const claims = readClaims(decide["subjects"]);
  if (claims === undefined) return undefined;
  const { mode, opinion } = decide;
  return {
    claims,
    hook: readHook(decide["hook"]),
    mode: mode === undefined ? undefined : compileMode(mode).mode,
    opinion: opinion === "offered" ? opinion : readOpinion(opinion),
  };
}

function readOpinion(value: unknown): { readonly reason: string } | undefined {
  return isObject(value) && typeof value["reason"] === "string" ? { reason: value["reason"] } : undefined;
}

function readHook(value: unknown): HookAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { verdict, name, reason } = value;
  if (verdict !== "allow" && verdict !== "ask" && verdict !== "deny") return undefined;
  return { verdict, name: String(name), ...(typeof reason === "string" && { reason }) };
}

type Response = Known<RequestPermissionResponse>;

export interface DelegatedRequestOptions {
  readonly gate: Gate;
  readonly runs: ToolRuns;
  /** As in the request. */
  readonly asked: ToolCallUpdate;
  /** Merged with what was announced before. */
  readonly toolCall: ToolCallUpdate;
  readonly delegated: Delegated;
}

const SECOND_OPINION = "second-opinion";

export class DelegatedRequest {
  readonly #options: DelegatedRequestOptions;

  constructor(options: DelegatedRequestOptions) {
    this.#options = options;
  }

  async answer(signal: AbortSignal): Promise<Response> {
    const { gate } = this.#options;
    const subjects = await this.#subjects();
    if (!Array.isArray(subjects)) return this.#refuse(subjects.problem);
    const judged = await this.#consider(subjects);
    const wanted = gate.wanted(signal);
    const response = await this.#respond(subjects, judged, wanted);
    const isAllowed = response.outcome.outcome === "selected" && response.outcome.optionId === ALLOW;
    if (isAllowed && judged.some(({ subject }) => !isHarmless(subject))) await gate.readyForChanges(wanted);
    return response;
  }

  async #respond(subjects: readonly Subject[], judged: readonly Judged[], wanted: AbortSignal): Promise<Response> {
    const { gate } = this.#options;
    if (strictest(judged) !== "ask") return this.#settle(judged);
    const vouched = await this.#hearOpinion(judged);
    if (vouched === "wanted") return wantOpinion(judged);
    if (vouched !== undefined) return this.#settle(vouched);
    return gate.asking(() =>
      gate.inTurn(async (hasWaited) => {
        // The previous answer may have settled this question too.
        const now = hasWaited ? await this.#consider(subjects) : judged;
        return strictest(now) === "ask" ? this.#ask(now, wanted) : this.#settle(now);
      }),
    );
  }

  async #subjects(): Promise<Subject[] | { readonly problem: string }> {
    const { gate, delegated } = this.#options;
    try {
      const subjects = await toSubjects(delegated.claims, await gate.judge.facts(), gate.scope.cwd);
      const { hook } = delegated;
      return hook === undefined ? [...subjects] : subjects.map((subject) => withHook(subject, hook));
    } catch (error) {
      // For example, the folder is gone: a call that cannot be checked is denied.
      if (error instanceof ParleyError) return { problem: `Parley could not check it: ${error.message}` };
      throw error;
    }
  }

  async #consider(subjects: readonly Subject[]): Promise<readonly Judged[]> {
    const { gate, delegated, toolCall } = this.#options;
    const judged = await considerAll(gate.judge, subjects, delegated.mode);
    if (!leavesSandbox(toolCall)) return judged;
    return judged.map((one) => ({ ...one, decision: askToLeave(one.decision, gate.judge.level) }));
  }

  /** At level `auto` a model may allow what only the level asks about, and nothing dangerous. */
  async #hearOpinion(judged: readonly Judged[]): Promise<"wanted" | readonly Judged[] | undefined> {
    const { gate, delegated, toolCall } = this.#options;
    const { opinion, hook } = delegated;
    if (opinion === undefined || hook !== undefined || leavesSandbox(toolCall)) return undefined;
    const asking = findVerdict(judged, "ask");
    const isOpen = gate.judge.level === "auto" && asking.every(({ decision }) => decision.rule.source === "level");
    if (!isOpen || (await isGrave(gate.judge, asking))) return undefined;
    if (opinion === "offered") return "wanted";
    const allow = { verdict: "allow", name: SECOND_OPINION, reason: `A second opinion: ${opinion.reason}` } as const;
    const subjects = asking.map(({ subject }) => withHook(subject, allow));
    const vouched = await considerAll(gate.judge, subjects, delegated.mode);
    if (strictest(vouched) !== "allow") return undefined;
    const what = toolCall.title ?? toolCall.toolCallId;
    gate.scope.record({ type: "note", level: "info", text: `A second opinion allowed "${what}": ${opinion.reason}` });
    return [...findVerdict(judged, "allow"), ...vouched];
  }

  /** Decided without the user. */
  async #settle(judged: readonly Judged[]): Promise<Response> {
    const { gate, runs, toolCall } = this.#options;
    for (const { decision } of judged) gate.judge.write(decision);
    const [denied] = findVerdict(judged, "deny");
    const told = denied ?? judged.find(({ decision }) => decision.rule.source !== "level");
    // Two events for each call that the level allows would be too many.
    if (told !== undefined) this.#record(told, denied === undefined ? ALLOW : REJECT);
    if (denied !== undefined) return this.#refuse(denied.decision.reason);
    for (const { subject } of judged) await gate.judge.grantDecided(subject, "rule");
    runs.allow(toolCall.toolCallId, this.#facts(judged));
    return { outcome: { outcome: "selected", optionId: ALLOW } };
  }

  async #ask(judged: readonly Judged[], signal: AbortSignal): Promise<Response> {
    const { gate, toolCall } = this.#options;
    const { judge, options, scope } = gate;
    for (const { decision } of judged) judge.write(decision);
    const asking = findVerdict(judged, "ask");
    const proposals = leavesSandbox(toolCall) ? [] : await proposeAll(judge, asking);
    const isReading = asking.every(({ subject }) => subject.request.kind === "read");
    const decision = {
      reason: [...new Set(asking.map((one) => one.decision.reason))].join("; "),
      danger: asking.find((one) => one.decision.danger !== undefined)?.decision.danger,
    };
    const about = { toolCall, options: createOwnOptions(proposals, isReading), origin: "agent", proposals } as const;
    const input = { ...about, decision };
    const answer = await askPermission({ ...options, scope }, input, { signal, recorded: this.#options.asked });
    for (const one of asking) judge.answered(one.decision, answer);
    const { option, isCancelled, reason, by } = answer;
    const remember = answer.remember ?? scopeOfOption(option?.optionId);
    if (option !== undefined && remember !== undefined) {
      await judge.remember(proposals, isAllowing(option), remember);
    }
    if (isCancelled) return { outcome: { outcome: "cancelled" } };
    if (isAllowing(option)) {
      await this.#allowByPerson(judged);
      return { outcome: { outcome: "selected", optionId: ALLOW } };
    }
    if (option === undefined) return this.#refuse(reason ?? "The user could not be asked");
    const isAlways = option.kind === "reject_always";
    const why = [reason ?? "", isAlways ? "now and in the future" : ""].filter((text) => text !== "").join("; ");
    // A prompt with `approve` rejects without asking the user, so the answer is not attributed to them.
    return reject({ by: by === "rule" ? "rule" : "person", reason: why });
  }

  async #allowByPerson(judged: readonly Judged[]): Promise<void> {
    const { gate, runs, toolCall } = this.#options;
    const { reading } = readToolSubject(toolCall, gate.scope.cwd);
    const facts = this.#facts(judged);
    const shown = new ShownTexts(
      reading.edits,
      facts,
      judged.map(({ subject }) => subject),
    );
    for (const { subject } of judged) {
      await gate.judge.grantDecided(subject, "person", (path: PathFacts) => shown.fits(path));
    }
    const limited = await limitToShown(gate, facts, reading, shown);
    runs.allow(toolCall.toolCallId, facts, { limited });
  }

  /** What the call may change, for finding unapproved changes. */
  #facts(judged: readonly Judged[]): ToolFacts {
    const { toolCall } = this.#options;
    const changing = judged.map(({ subject }) => subject).filter((subject) => !isHarmless(subject));
    const paths = changing.flatMap(({ facts }) => {
      if ("real" in facts) return [facts];
      return "from" in facts ? [facts.from, facts.to] : [];
    });
    const name = toolCall.title ?? toolCall.toolCallId;
    if (changing.length === 0) return { name, kind: "read" };
    // A command, or a tool whose changes are unknown.
    const isAnything = changing.some(({ facts }) => !("real" in facts) && !("from" in facts));
    return { name, kind: isAnything ? "execute" : "edit", paths };
  }

  #refuse(reason: string): Response {
    return reject({ by: "rule", reason });
  }

  #record({ decision: { rule, reason } }: Judged, optionId: string): void {
    const { gate, asked: toolCall } = this.#options;
    const interactionId = createId(gate.options.clock);
    gate.scope.record({ type: "permission_asked", interactionId, toolCall, options: createOwnOptions([]) });
    gate.scope.record({
      type: "permission_answered",
      interactionId,
      outcome: { outcome: "selected", optionId },
      by: rule.source === "built-in" ? "rule" : rule.source,
      reason,
    });
  }
}

/** It does not change files of the workspace. */
function isHarmless({ request }: Subject): boolean {
  return request.kind === "read" || request.kind === "fetch";
}

/** The reason reaches the model as the result of its call. */
function reject(parley: { readonly by: "rule" | "person"; readonly reason: string }): Response {
  return { outcome: { outcome: "selected", optionId: REJECT }, _meta: { parley } };
}

function wantOpinion(judged: readonly Judged[]): Response {
  const worries = findVerdict(judged, "ask").map(({ decision: { reason, danger, audit } }) => ({
    kind: audit.kind,
    subject: audit.subject,
    reason,
    danger,
  }));
  return { outcome: { outcome: "cancelled" }, _meta: { parley: { opinionWanted: worries } } };
}
