// The features of one session: each method belongs to one of them; updates go to all that handle them.
import type { ClientHandlers, SessionNotification } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError, type RequestContext } from "@parley/rpc";
import type { Feature, OpenFeature, SessionScope } from "../features/feature.ts";
import type { ReportProblem } from "../agent-problem.ts";

type Handler = (params: unknown, context: RequestContext) => unknown;

interface Opened {
  readonly name: string;
  readonly feature: OpenFeature;
}

/** Rejects if a feature cannot be opened; the others are closed again. */
export async function openFeatures(
  features: readonly Feature[],
  scope: SessionScope,
  report: ReportProblem,
): Promise<SessionFeatures> {
  const opening = features.map(async (feature): Promise<Opened> => {
    const opened = await feature.open(scope);
    return { name: feature.name, feature: opened };
  });
  const settled = await Promise.allSettled(opening);
  const opened = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const session = new SessionFeatures(opened, report);
  const failed = settled.find((result) => result.status === "rejected");
  try {
    if (failed !== undefined) throw failed.reason;
    session.checkOwners();
  } catch (cause) {
    await session.close();
    throw cause;
  }
  return session;
}

export class SessionFeatures {
  readonly #opened: readonly Opened[];
  readonly #report: ReportProblem;
  readonly #handlers = new Map<string, Handler>();
  readonly #observers: readonly Opened[];

  constructor(opened: readonly Opened[], report: ReportProblem) {
    this.#opened = opened;
    this.#report = report;
    this.#observers = opened.filter(({ feature }) => feature.handlers["session/update"] !== undefined);
    for (const { feature } of opened) {
      for (const [method, handler] of handlersOf(feature.handlers)) this.#handlers.set(method, handler);
    }
  }

  checkOwners(): void {
    const owners = new Map<string, string>();
    for (const { name, feature } of this.#opened) {
      for (const [method] of handlersOf(feature.handlers)) {
        const other = owners.get(method);
        if (other !== undefined) {
          throw new ParleyError({ code: "usage", message: `Both ${other} and ${name} handle ${method}` });
        }
        owners.set(method, name);
      }
    }
  }

  request(method: string, params: unknown, context: RequestContext): unknown {
    const handler = this.#handlers.get(method);
    if (handler === undefined) throw RpcError.methodNotFound(method);
    return handler(params, context);
  }

  /** A notification for one feature; it is dropped if none handles it. */
  notify(method: "elicitation/complete", params: unknown): void {
    const handler = this.#handlers.get(method) as ((params: unknown) => unknown) | undefined;
    this.#watch(method, () => handler?.(params));
  }

  /** Runs for every streamed update, so it creates no closures. */
  update(notification: SessionNotification): void {
    for (const { name, feature } of this.#observers) {
      try {
        const done = feature.handlers["session/update"]?.(notification);
        if (done instanceof Promise) done.catch((cause: unknown) => this.#failed(name, cause));
      } catch (cause) {
        this.#failed(name, cause);
      }
    }
  }

  agentEnded(): void {
    for (const { name, feature } of this.#opened) this.#watch(name, () => feature.agentEnded?.());
  }

  get takesUpdates(): boolean {
    return this.#observers.length > 0;
  }

  /** The errors of all features. */
  async beforeTurn(): Promise<readonly string[]> {
    return this.#all((feature) => feature.beforeTurn?.());
  }

  async afterTurn(): Promise<readonly string[]> {
    return this.#all((feature) => feature.afterTurn?.());
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#opened.map(async ({ name, feature }) => {
        try {
          await feature.close();
        } catch (cause) {
          this.#report({ kind: "feature_failed", feature: name, cause });
        }
      }),
    );
  }

  async #all(step: (feature: OpenFeature) => Promise<void> | undefined): Promise<readonly string[]> {
    const failures: string[] = [];
    await Promise.all(
      this.#opened.map(async ({ name, feature }) => {
        try {
          await step(feature);
        } catch (cause) {
          this.#report({ kind: "feature_failed", feature: name, cause });
          failures.push(cause instanceof Error ? cause.message : String(cause));
        }
      }),
    );
    return failures;
  }

  #watch(feature: string, call: () => unknown): void {
    try {
      const done = call();
      if (done instanceof Promise) done.catch((cause: unknown) => this.#failed(feature, cause));
    } catch (cause) {
      this.#failed(feature, cause);
    }
  }

  #failed(feature: string, cause: unknown): void {
    this.#report({ kind: "feature_failed", feature, cause });
  }
}

function handlersOf(handlers: ClientHandlers): [string, Handler][] {
  const entries = Object.entries(handlers) as [string, Handler | undefined][];
  return entries.flatMap(([method, handler]) =>
    handler === undefined || method === "session/update" ? [] : [[method, handler] as [string, Handler]],
  );
}
