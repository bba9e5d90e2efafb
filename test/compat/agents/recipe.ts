// What it takes to run one third-party agent against the stub model, and what is known to fail.
import type { CheckName } from "../checks/names.ts";

interface Place {
  /** The agent's home, made for this run. */
  readonly home: string;
  /** `node_modules` of the agent. */
  readonly modules: string;
  /** Of the stub model, without a path. */
  readonly modelUrl: string;
}

interface Setup {
  readonly env: Readonly<Record<string, string>>;
  /** Files in the agent's home, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface KnownFailure {
  /** What the failure says; one that says something else is another one. */
  readonly sign: RegExp;
  /** Why, in a sentence. */
  readonly reason: string;
  /** Where it is discussed. */
  readonly link?: string;
}

export interface AgentRecipe {
  /** What people type. */
  readonly name: string;
  /** With exact versions; the first names the folder in the cache. None: it is our own. */
  readonly packages: readonly string[];
  /** As the agent itself counts. */
  readonly version: string;
  /** The version of Node that it needs, where ours is too old; it comes from npm too. */
  readonly node?: string;
  /** In `node_modules`, or absolute; what ends in `js` is run by Node. */
  readonly program: string;
  setUp(place: Place): Setup;
  /** The mode in which it asks before it acts, where that is not the one it starts in. */
  readonly modeId?: string;
  /** What has to be done before the agent is started a second time. */
  beforeReopen?(home: string): Promise<void>;
  /** Documented failures: not the client's fault, or not yet fixed. */
  readonly known?: Readonly<Partial<Record<CheckName, KnownFailure>>>;
}
