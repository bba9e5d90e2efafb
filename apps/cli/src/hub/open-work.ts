// Turns, questions and usage, as the native API shows them: from the running server, or without one from the store.
import { ParleyError } from "@parley/base";
import type { NativeInteraction, NativeTurn, Operations } from "@parley/contract";
import type { HubStoreReader } from "@parley/hub";
import type { CommandContext } from "../command.ts";
import { storeIn } from "./open-sessions.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import { ServerApi } from "../server/server-api.ts";

interface TurnFilter {
  readonly sessionId?: string | undefined;
  readonly state?: NativeTurn["state"] | undefined;
  readonly limit: number;
}

export interface UsageFilter {
  readonly by: readonly ("day" | "agent" | "model" | "folder")[];
  /** Days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Usage = Operations["usage/get"]["reply"];

/** Also works without a server. */
export interface Work extends AsyncDisposable {
  /** Undefined without a server. */
  readonly api: ServerApi | undefined;
  questions(
    filter: Pick<TurnFilter, "sessionId"> & { readonly isOpen: boolean },
  ): Promise<readonly NativeInteraction[]>;
  /** Latest first. */
  turns(filter: TurnFilter): Promise<readonly NativeTurn[]>;
  usage(filter: UsageFilter): Promise<Usage>;
}

export async function openWork(flags: AttachFlags, alone: CommandContext): Promise<Work> {
  const context = await attach(flags, alone);
  if (context.server !== undefined) return onServer(new ServerApi(context.server));
  const { readStore } = await import("./read-store.ts");
  const store = await readStore(storeIn(context.home), context.log);
  return store === undefined ? nothing() : inStore(store);
}

function onServer(api: ServerApi): Work {
  return {
    api,
    async questions({ sessionId, isOpen }) {
      const query = { session_id: sessionId, state: isOpen ? "pending" : undefined };
      return (await api.request("GET", "/interactions", { query }))["interactions"] as readonly NativeInteraction[];
    },
    async turns({ sessionId, state, limit }) {
      const query = { session_id: sessionId, state, limit: String(limit) };
      return (await api.request("GET", "/turns", { query }))["turns"] as readonly NativeTurn[];
    },
    async usage({ by, from, to }) {
      return (await api.request("GET", "/usage", { query: { by: by.join(","), from, to } })) as unknown as Usage;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** The hub is not opened: it would continue the turns that an earlier server left. */
async function inStore(store: HubStoreReader): Promise<Work> {
  const { toNativeInteraction, toNativeTurn, toNativeUsage } = await import("@parley/server");
  return {
    api: undefined,
    async questions({ sessionId, isOpen }) {
      const state = isOpen ? ("pending" as const) : undefined;
      return (await store.listInteractions({ sessionId, state })).map(toNativeInteraction);
    },
    async turns({ sessionId, state, limit }) {
      const { rows } = await store.listTurns({ sessionId, states: state === undefined ? undefined : [state], limit });
      return rows.map(toNativeTurn);
    },
    usage: async (filter) => toNativeUsage(await store.sumUsage(filter)),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function nothing(): Work {
  return {
    api: undefined,
    questions: none,
    turns: none,
    usage: noUsage,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const NO_USAGE: Usage["total"] = {
  turns: 0,
  input_tokens: 0,
  output_tokens: 0,
  thought_tokens: 0,
  cached_read_tokens: 0,
  cached_write_tokens: 0,
  total_tokens: 0,
  turn_ms: 0,
  costs: [],
};

function noUsage(): Promise<Usage> {
  return Promise.resolve({ rows: [], total: NO_USAGE, is_cut: false });
}

function none(): Promise<readonly never[]> {
  return Promise.resolve([]);
}

/** An id, or an unambiguous prefix of one. */
export function findById<Item extends { readonly id: string }>(
  items: readonly Item[],
  wanted: string,
  what: string,
): Item {
  const exact = items.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const found = items.filter(({ id }) => id.startsWith(wanted));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const message =
    found.length === 0
      ? `${wanted} is not the id of a ${what}`
      : `${found.length} ${what}s have an id that begins with ${wanted}`;
  throw new ParleyError({ code: "usage", message, remedy: { label: "List them", command: `parley ${what}s list` } });
}
