// What policy decides in one session: facts, the current rules, and what was granted in this turn. Every decision is recorded.
import type { SessionEventBody } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import { createFacts, type Facts } from "@parley/machine";
import {
  covers,
  createGrant,
  createZones,
  decide,
  describeGranted,
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

/** The session that is judged. Live: its fields show the current state. */
export interface JudgedScope {
  readonly id: string;
  readonly agentName: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** Undefined between turns. */
  readonly turnId: string | undefined;
  /** Adds an event to the session's log and shows it. */
  record(body: SessionEventBody): void;
}

export interface JudgeOptions {
  readonly rules: Pick<RulesFile, "read" | "remember">;
  /** Rules for this session only, in the format of a rules file; another object when they have changed. */
  readonly sessionRules?: (() => unknown) | undefined;
  readonly level: () => ApprovalLevel;
  /** Tools that the agent may use at all; undefined: any. */
  readonly mode?: (() => Mode | undefined) | undefined;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
}

/** A request, and the facts about it. */
export interface Subject<K extends RequestKind = RequestKind> {
  readonly request: PolicyRequest<K>;
  readonly facts: PolicyFacts<K>;
}

interface KeptGrant extends Grant {
  /** The same for what is left of it. */
  readonly origin: object;
}

export class Judge {
  readonly #scope: JudgedScope;
  readonly #options: JudgeOptions;
  #facts: Promise<Facts> | undefined;
  #rules: SessionRules | undefined;
  #grants: KeptGrant[] = [];
  /** The rules and level by which a grant was decided, if the grant is about exactly this request. */
  readonly #decided = new WeakMap<object, { readonly sets: RuleSets; readonly level: ApprovalLevel }>();

  constructor(scope: JudgedScope, options: JudgeOptions) {
    this.#scope = scope;
    this.#options = options;
  }

  /** A missing folder may come back, so a failure is not cached. */
  facts(): Promise<Facts> {
    const { cwd, roots } = this.#scope;
    this.#facts ??= createFacts({ workspace: cwd, roots }).catch((error: unknown) => {
      this.#facts = undefined;
      throw error;
    });
    return this.#facts;
  }

  /** Decides without asking. */
  async decide<K extends RequestKind>(subject: Subject<K>): Promise<Decision> {
    const decision = await this.consider(subject);
    this.write(decision);
    return decision;
  }

  /** The same for requests that the agent itself asks about: an earlier grant answers its calls, never its next question. */
  async decideAnew<K extends RequestKind>({ request, facts }: Subject<K>): Promise<Decision> {
    const decision = decide(request, facts, { ...(await this.#sets()), ...this.#manner() });
    this.write(decision);
    return decision;
  }

  /** Not recorded yet. `mode`: instead of the judge's own. */
  async consider<K extends RequestKind>({ request, facts }: Subject<K>, mode?: Mode): Promise<Decision> {
    const sets = await this.#sets();
    const { turnId } = this.#scope;
    this.#grants = this.#grants.filter((grant) => grant.turnId === turnId);
    const manner = this.#manner();
    return decide(request, facts, { ...sets, ...manner, mode: mode ?? manner.mode, turnId, grants: this.#grants });
  }

  /** Whether any rule denies paths: only then strings that may be paths matter. */
  async deniesPaths(): Promise<boolean> {
    const { written, remembered } = await this.#sets();
    return written.paths.deniesSomething || remembered.paths.deniesSomething;
  }

  /** Allowed although parts of it are unknown: the user is asked, or it is denied on autopilot, where no one can answer. */
  doubt(decision: Decision, why: string): Decision {
    if (decision.verdict !== "allow") return decision;
    const isAlone = this.#options.level() === "autopilot";
    const reason = isAlone ? `${why}; autopilot denies anything that needs approval` : why;
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

  /** What the current rules hide from the agent. */
  async zones(): Promise<Zones> {
    const { ground } = await this.facts();
    return createZones(await this.#sets(), ground);
  }

  async propose<K extends RequestKind>({ request, facts }: Subject<K>): Promise<readonly Proposal[]> {
    return proposeChoices(request, facts, await this.#sets(), this.#scope.cwd);
  }

  /**
   * The request was decided and allowed in this turn as it stands, by the rules and the level that still hold: it is not decided
   * again. Uses up the grant.
   */
  async takeDecided<K extends RequestKind>({ request, facts }: Subject<K>): Promise<Decision | undefined> {
    const { turnId } = this.#scope;
    const [sets, level] = [await this.#sets(), this.#options.level()];
    const index = this.#grants.findIndex((grant) => {
      const decided = this.#decided.get(grant.origin);
      const holds = grant.turnId === turnId && decided?.sets === sets && decided.level === level;
      return holds && covers(grant, request, facts);
    });
    const grant = this.#grants[index];
    if (grant === undefined) return undefined;
    this.#grants[index] = { ...useGrant(grant, request, facts), origin: grant.origin };
    return describeGranted(request, facts, grant.by);
  }

  /** The grant was for exactly this request, by the current rules and level. */
  async grantDecided<K extends RequestKind>(
    subject: Subject<K>,
    by: Grant["by"],
    shown?: (path: PathFacts) => FitsText | undefined,
  ): Promise<void> {
    const origin = this.grant(subject, by, shown);
    if (origin !== undefined) this.#decided.set(origin, { sets: await this.#sets(), level: this.#options.level() });
  }

  /** A grant covers what the request leads to, once, until the turn ends. Between turns nothing would end it. */
  grant<K extends RequestKind>(
    { request, facts }: Subject<K>,
    by: Grant["by"],
    shown?: (path: PathFacts) => FitsText | undefined,
  ): object | undefined {
    const { turnId } = this.#scope;
    if (turnId === undefined) return undefined;
    const origin = {};
    this.#grants.push({ ...createGrant(request, facts, { turnId, by, shown }), origin });
    if (this.#grants.length > GRANTS_MAX) this.#grants.shift();
    return origin;
  }

  /** Uses a grant. False if something else used it in the meantime, so that it has to be decided again. */
  use<K extends RequestKind>({ request, facts }: Subject<K>): boolean {
    const { turnId } = this.#scope;
    const index = this.#grants.findIndex((grant) => grant.turnId === turnId && covers(grant, request, facts));
    const grant = this.#grants[index];
    if (grant === undefined) return false;
    this.#grants[index] = { ...useGrant(grant, request, facts), origin: grant.origin };
    return true;
  }

  /** Whether the resulting text of a file matters, because some text was shown. */
  holdsToText(path: PathFacts): boolean {
    const { turnId } = this.#scope;
    return this.#grants.some((grant) => grant.turnId === turnId && holdsToText(grant, path));
  }

  /**
   * Applies to this session's folder, whatever a surface calls it. A choice that cannot be stored becomes a note; the
   * answer still counts.
   */
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
      this.#options.log.write("warn", "Could not remember a choice", { cause });
      this.#scope.record({ type: "note", level: "warning", text: `The choice was not remembered: ${cause.message}` });
    }
  }

  /** The user's answer to a question of policy. */
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
    const { rules, sessionRules = () => undefined } = this.#options;
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
