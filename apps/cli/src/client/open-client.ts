// Sets up a conversation for `run` and `chat`: the agent, its sessions, and the rules that apply.
import type { SessionStore } from "@parley/home/session-log";
import { connectAgent, type Agent, type AgentSandbox, type Ask, type ClientLimits } from "@parley/client";
import type { ApprovalLevel } from "@parley/policy";
import type { CommandContext } from "../command.ts";
import { VERSION } from "@parley/base";
import type { AgentChoice } from "./choose-agent.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { lazyFeatures } from "./lazy-features.ts";
import { lazyStore } from "./lazy-store.ts";

export interface ClientOptions {
  readonly agent: AgentChoice;
  readonly ask: Ask;
  /** What the agent may do without asking; a function if it can change (default: the setting `level`). */
  readonly level?: ApprovalLevel | (() => ApprovalLevel) | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** The folders of its sessions, the workspace first (default: the command's folder). */
  readonly folders?: readonly string[] | undefined;
}

export interface Client extends AsyncDisposable {
  readonly agent: Agent;
  readonly store: SessionStore;
  /** Closes the sessions cleanly, then stops the agent and everything it started. */
  close(): Promise<void>;
}

/** The agent is already starting when this returns, so that heavy modules load while it boots. */
export function openClient(context: CommandContext, options: ClientOptions): Client {
  const { home, log, settings, server } = context;
  const storing = lazily(() => import("./open-store.ts"));
  const serving = lazily(() => import("./open-features.ts"));
  const store = lazyStore(async () => (await storing()).openStore(context));
  const { ask, level = settings.level, folders = [context.cwd] } = options;
  const sandbox = findSandbox(context, options.agent.name, folders);
  // The folders of a remote server are not visible here.
  const snapshots = settings.snapshots && server?.isLocal !== false;
  const features = lazily(async () =>
    (await serving()).openFeatures({
      ask,
      level,
      parleyHome: home,
      snapshots,
      sandbox,
      isJudgedElsewhere: server !== undefined,
      log,
    }),
  );
  const agent = connectAgent({
    ...options.agent,
    cwd: sandbox === undefined ? context.cwd : (folders[0] ?? context.cwd),
    ...(sandbox && { sandbox }),
    features: lazyFeatures(features, snapshots),
    store,
    ...(options.limits && { limits: options.limits }),
    clientInfo: { name: "parley", title: "Parley", version: VERSION },
    log,
  });
  // A failed start is reported by the first request for a session, so it is ignored here.
  agent.start().then(
    () => Promise.all([storing(), serving()]),
    () => undefined,
  );
  const close = (): Promise<void> => agent.close();
  return { agent, store, close, [Symbol.asyncDispose]: close };
}

/** A server sandboxes its agents itself and gets the setting with the session. */
function findSandbox(context: CommandContext, name: string, roots: readonly string[]): AgentSandbox | undefined {
  if (context.server !== undefined) return undefined;
  const { setting, ...access } = chooseSandbox(context, name);
  return setting === "off" ? undefined : { ...access, mode: setting, roots, parleyHome: context.home };
}

/** Loads once, on first use. */
function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
