// All written and remembered rules of one session, compiled again only when something changed.
import type { ParleyError } from "@parley/base";
import {
  compileChoices,
  compileRules,
  isTrustedFolder,
  toRuleError,
  type Ground,
  type RuleSet,
  type RuleSource,
} from "@parley/policy";
import type { Rules } from "../rules/rules.ts";
import type { RulesFile } from "../rules/rules-file.ts";
import { RulesSource } from "../rules/rules-source.ts";
import { workspaceRulesPath } from "../rules/workspace-rules.ts";
import { RULE_PROBLEMS_MAX } from "../limits.ts";

export interface SessionRulesOptions {
  readonly rules: Pick<RulesFile, "read">;
  /** Rules of the caller for this session, in the format of a rules file. Another object when they have changed. */
  readonly sessionRules: () => unknown;
  readonly sessionId: string;
  readonly ground: Ground;
  /** Called once with everything that is wrong with the rules: otherwise users wonder why Parley asks about everything. */
  readonly report: (problem: string) => void;
}

export interface RuleSets {
  readonly written: RuleSet;
  readonly remembered: RuleSet;
}

interface Compiled {
  readonly machine: Rules;
  readonly workspace: Rules | undefined;
  readonly session: unknown;
  readonly sets: RuleSets;
}

export class SessionRules {
  readonly #options: SessionRulesOptions;
  readonly #workspace: RulesSource;
  readonly #reported = new Set<string>();
  #known: Compiled | undefined;

  constructor(options: SessionRulesOptions) {
    this.#options = options;
    this.#workspace = new RulesSource(workspaceRulesPath(options.ground.workspace));
  }

  async current(): Promise<RuleSets> {
    const { ground } = this.#options;
    const machine = await this.#options.rules.read();
    const isTrusted = isTrustedFolder(machine.trusted, ground.workspace, ground.platform);
    const workspace = isTrusted ? await this.#workspace.read() : undefined;
    const session = this.#options.sessionRules();
    const known = this.#known;
    if (known?.machine === machine && known.workspace === workspace && known.session === session) return known.sets;
    const sets = this.#compile(machine, workspace, session);
    this.#known = { machine, workspace, session, sets };
    return sets;
  }

  #compile(machine: Rules, workspace: Rules | undefined, session: unknown): RuleSets {
    const { sessionId, ground } = this.#options;
    const sources: RuleSource[] = [
      { layer: "machine", raw: machine.raw },
      { layer: "workspace", raw: workspace?.raw, isTrusted: workspace !== undefined },
      { layer: "session", raw: session },
    ];
    const here = { sessionId, workspace: ground.workspace };
    const written = compileRules(sources);
    const isUnread = workspace?.raw === null;
    const others = written.broken.filter(({ layer }) => layer === "session" || (layer === "workspace" && !isUnread));
    this.#report([...machine.problems, ...(isUnread ? workspace.problems : []), ...others.map(toRuleError)]);
    return { written, remembered: compileChoices(machine.choices.choices, here, machine.choices.broken) };
  }

  #report(problems: readonly ParleyError[]): void {
    for (const { message, remedy } of problems) {
      if (this.#reported.has(message) || this.#reported.size >= RULE_PROBLEMS_MAX) continue;
      this.#reported.add(message);
      this.#options.report(remedy === undefined ? message : `${message}. ${remedy.label}`);
    }
  }
}
