// The features of the client: one row each.
import { createAudit } from "@parley/home/judge";
import type { RulesFile } from "@parley/home/rules";
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import { join } from "node:path";
import type { Ask } from "./ask.ts";
import { openChanges } from "./changes/changes.ts";
import { createElicitationHandlers, openElicitation } from "./elicitation/elicitation.ts";
import type { Feature, OpenFeature, SessionScope } from "./feature.ts";
import { openDiskFiles, openFileSystem, type OpenTextFiles } from "./file-system/file-system.ts";
import { Gate } from "./gate/gate.ts";
import { defaultFeatureLimits, type FeatureLimits } from "../limits.ts";
import { openPermission } from "./permission/permission.ts";
import type { AgentSandbox } from "../sandbox/agent-sandbox.ts";
import type { TerminalsOptions } from "./terminal/session-terminals.ts";
import { openTerminals } from "./terminal/terminal.ts";

export interface FeaturesOptions {
  readonly ask: Ask;
  readonly rules: Pick<RulesFile, "read" | "remember">;
  /** Name of the agent for questions outside of any session. */
  readonly agentName?: string | undefined;
  /** A function if it may change while sessions are open, or differs between them. */
  readonly level: ApprovalLevel | ((sessionId: string) => ApprovalLevel);
  /** Folder of the audit and the snapshots: `~/.parley`. */
  readonly parleyHome: string;
  /** Rules for one session only, in the format of rules.json; another object when they have changed. */
  readonly sessionRules?: ((sessionId: string) => unknown) | undefined;
  /** For our own agent: it leaves every decision to this client, and takes no snapshots. */
  readonly decides?: boolean | undefined;
  /** A server behind the agent knows what was approved, by any of its clients, and reports changes that were not. */
  readonly isJudgedElsewhere?: boolean | undefined;
  /** False: changed files are not tracked and cannot be undone. */
  readonly snapshots?: boolean | undefined;
  /** The snapshot before a session's running turn; undefined when the turn is over. */
  readonly onSnapshot?: ((sessionId: string, before: string | undefined) => void) | undefined;
  readonly terminals?: TerminalsOptions | undefined;
  /** Default: terminals run without a sandbox. */
  readonly sandbox?: Omit<AgentSandbox, "roots" | "parleyHome"> | undefined;
  /** An editor's documents instead of the disk. */
  readonly files?: OpenTextFiles | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly limits?: Partial<FeatureLimits> | undefined;
}

const DECIDES: Feature["capabilities"] = { _meta: { parley: { decides: true } } };

/** For any number of sessions. */
export function createFeatures(options: FeaturesOptions): readonly Feature[] {
  const { clock = systemClock, log = silentLog, parleyHome, level, files = openDiskFiles, terminals = {} } = options;
  const { isJudgedElsewhere = false, onSnapshot = () => undefined } = options;
  const sandbox = options.sandbox === undefined ? undefined : { ...options.sandbox, parleyHome };
  const limits: FeatureLimits = { ...defaultFeatureLimits, ...options.limits };
  const audit = createAudit({ path: join(parleyHome, "audit.ndjson"), log, clock });
  const levelOf = typeof level === "function" ? level : (): ApprovalLevel => level;
  const { sessionRules = () => undefined } = options;
  const gates = new WeakMap<SessionScope, Gate>();
  const gateOf = (scope: SessionScope): Gate => {
    const known = gates.get(scope);
    if (known !== undefined) return known;
    const own = { level: () => levelOf(scope.id), sessionRules: () => sessionRules(scope.id) };
    const gate = new Gate(scope, { ...options, ...own, audit, clock, log });
    gates.set(scope, gate);
    return gate;
  };
  const define = (name: string, capabilities: Feature["capabilities"], open: (gate: Gate) => OpenFeature): Feature => ({
    name,
    capabilities,
    open: async (scope) => open(gateOf(scope)),
  });
  const outside = createElicitationHandlers({
    ask: options.ask,
    agentName: options.agentName ?? "The agent",
    sessionId: undefined,
    record: () => undefined,
    wanted: (signal) => signal,
    clock,
    log,
  });
  const features: Feature[] = [
    define("permission", options.decides === true ? DECIDES : {}, openPermission),
    define("file-system", { fs: { readTextFile: true, writeTextFile: true } }, (gate) => openFileSystem(gate, files)),
    define("terminal", { terminal: true }, (gate) => openTerminals(gate, limits, { ...terminals, sandbox })),
    { ...define("elicitation", { elicitation: { form: {}, url: {} } }, openElicitation), outside },
  ];
  if (options.snapshots === false) return features;
  return [
    ...features,
    define("changes", {}, (gate) => openChanges({ gate, parleyHome, limits, log, isJudgedElsewhere, onSnapshot })),
  ];
}
