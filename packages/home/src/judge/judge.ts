// What policy says in one session: facts, the rules as they are now, what was granted in this turn. Everything it says is on record.
import type { SessionEventBody } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import { createFacts, type Facts } from "@parley/machine";
import {
  covers,
  createGrant,
  createZones,
  decide,
  holdsToText,
  proposeChoices,
  type ApprovalLevel,
  type Decision,
  type FitsText,
  type Grant,
  type Mode,
  type PathFacts,
  type PolicyFacts,
  type PolicyRequest,
  type PolicyRules,
  type Proposal,
  type RequestKind,
  type Scope,
  useGrant,
  type Zones,
} from "@parley/policy";
import type { RulesFile } from "../rules/rules-file.ts";
import { GRANTS_MAX } from "../limits.ts";
import type { Audit } from "./audit.ts";
import { isAllowing, type PersonAnswer } from "./person-answer.ts";
import { SessionRules, type RuleSets } from "./session-rules.ts";

/** The session that is judged. Alive: its fields say how it is now. */
export interface JudgedScope {
  readonly id: string;
  readonly agentName: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** Undefined between turns. */
  readonly turnId: string | undefined;
  /** Puts an event in the session's log and shows it. */
  record(body: SessionEventBody): void;
}

export interface JudgeOptions {
  readonly rules: Pick<RulesFile, "read" | "remember">;
  readonly sessionRules?: unknown;
  readonly level: () => ApprovalLevel;
  /** What the agent may reach for at all; undefined: anything. */
  readonly mode?: (() => Mode | undefined) | undefined;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
}

/** A request, and what is known about it. */
export interface Subject<K extends RequestKind = RequestKind> {
  readonly request: PolicyRequest<K>;
  readonly facts: PolicyFacts<K>;
}

export class Judge {
  readonly #scope: JudgedScope;
  readonly #options: JudgeOptions;
  #facts: Promise<Facts> | undefined;
  #rules: SessionRules | undefined;
  #grants: Grant[] = [];

  constructor(scope: JudgedScope, options: JudgeOptions) {
    this.#scope = scope;
    this.#options = options;
  }

  /** A folder that is not there may come back, so a failure is not kept. */
  facts(): Promise<Facts> {
    const { cwd, roots } = this.#scope;
    this.#facts ??= createFacts({ workspace: cwd, roots }).catch((error: unknown) => {
      this.#facts = undefined;
      throw error;
    });
    return this.#facts;
  }

  /** Without a question. */
  async decide<K extends RequestKind>(subject: Subject<K>): Promise<Decision> {
    const decision = await this.consider(subject);
    this.write(decision);
    return decision;
  }

  /** The same for what the agent itself asks about: what it was granted before answers its calls, never its next question. */
  async decideAnew<K extends RequestKind>({ request, facts }: Subject<K>): Promise<Decision> {
    const decision = decide(request, facts, { ...(await this.#sets()), ...this.#manner() });
    this.write(decision);
    return decision;
  }

  /** Not on record yet. */
  async consider<K extends RequestKind>({ request, facts }: Subject<K>): Promise<Decision> {
    const sets = await this.#sets();
    const { turnId } = this.#scope;
    this.#grants = this.#grants.filter((grant) => grant.turnId === turnId);
    return decide(request, facts, { ...sets, ...this.#manner(), turnId, grants: this.#grants });
  }

  /** Whether anybody denies any path: only then it matters what a string might be. */
  async deniesPaths(): Promise<boolean> {
    const { written, remembered } = await this.#sets();
    return written.paths.deniesSomething || remembered.paths.deniesSomething;
  }

  /** What was allowed although not all of it is known: a person is asked, and on autopilot nobody is there. */
  doubt(decision: Decision, why: string): Decision {
    if (decision.verdict !== "allow") return decision;
    const isAlone = this.#options.level() === "autopilot";
    const reason = isAlone ? `${why}; autopilot denies what needs approval` : why;
    const verdict = isAlone ? "deny" : "ask";
    const rule = { source: "built-in", id: "doubtful" } as const;
    const audit = { ...decision.audit, verdict, reason, source: rule.source, rule: rule.id } as const;
    const doubted: Decision = { ...decision, verdict, reason, rule, audit };
    this.write(doubted);
    return doubted;
  }

  get level(): ApprovalLevel {
    return this.#options.level();
  }

  /** What the rules keep from the agent, as they are now. */
  async zones(): Promise<Zones> {
    const { ground } = await this.facts();
    return createZones(await this.#sets(), ground);
  }

  async propose<K extends RequestKind>({ request, facts }: Subject<K>): Promise<readonly Proposal[]> {
    return proposeChoices(request, facts, await this.#sets());
  }

  /** What was allowed covers what it leads to, once, until the turn ends. Between turns there is nothing that would end it. */
  grant<K extends RequestKind>(
    { request, facts }: Subject<K>,
    by: Grant["by"],
    shown?: (path: PathFacts) => FitsText | undefined,
  ): void {
    const { turnId } = this.#scope;
    if (turnId === undefined) return;
    this.#grants.push(createGrant(request, facts, { turnId, by, shown }));
    if (this.#grants.length > GRANTS_MAX) this.#grants.shift();
  }

  /** Takes what a grant gave. False if something else took it meanwhile, so that it has to be decided again. */
  use<K extends RequestKind>({ request, facts }: Subject<K>): boolean {
    const { turnId } = this.#scope;
    const index = this.#grants.findIndex((grant) => grant.turnId === turnId && covers(grant, request, facts));
    const grant = this.#grants[index];
    if (grant === undefined) return false;
    this.#grants[index] = useGrant(grant, request, facts);
    return true;
  }

  /** Whether the text that a file would have matters, because some text was shown. */
  holdsToText(path: PathFacts): boolean {
    const { turnId } = this.#scope;
    return this.#grants.some((grant) => grant.turnId === turnId && holdsToText(grant, path));
  }

  /** Holds here, whatever a surface calls this place. A choice that cannot be kept is a note; the answer holds all the same. */
  async remember(proposals: readonly Proposal[], isAllowed: boolean, scope: Scope): Promise<void> {
    const holds = await this.#toHere(scope);
    const verdict = isAllowed ? "allow" : "deny";
    try {
      await this.#options.rules.remember(
        proposals.map((proposal) => {
          const including = isAllowed ? proposal.including : [];
          return { verdict, holds, covers: proposal.covers, including };
        }),
      );
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      this.#options.log.write("warn", "A choice could not be remembered", { cause });
      this.#scope.record({ type: "note", level: "warning", text: `The choice was not remembered: ${cause.message}` });
    }
  }

  /** What a person said to a question of policy. */
  answered(decision: Decision, { option, isCancelled, by, reason }: PersonAnswer): void {
    const verdict = isAllowing(option) ? "allow" : "deny";
    const said = reason ?? (isCancelled ? "Cancelled" : `Answered: ${option?.name ?? "nothing"}`);
    this.write({ audit: { ...decision.audit, verdict, reason: said } }, by);
  }

  write({ audit }: Pick<Decision, "audit">, by?: string): void {
    const { id, agentName, turnId } = this.#scope;
    this.#options.audit.append({ ...audit, sessionId: id, agent: agentName, turnId, by });
  }

  #manner(): Pick<PolicyRules, "level" | "mode"> {
    return { level: this.#options.level(), mode: this.#options.mode?.() };
  }

  async #sets(): Promise<RuleSets> {
    const { ground } = await this.facts();
    const { rules, sessionRules } = this.#options;
    const report = (text: string): void => this.#scope.record({ type: "note", level: "warning", text });
    this.#rules ??= new SessionRules({ rules, sessionRules, sessionId: this.#scope.id, ground, report });
    return this.#rules.current();
  }

  async #toHere(scope: Scope): Promise<Scope> {
    if (scope.scope === "session") return { scope: "session", sessionId: this.#scope.id };
    if (scope.scope === "always") return scope;
    return { scope: "workspace", workspace: (await this.facts()).ground.workspace };
  }
}
