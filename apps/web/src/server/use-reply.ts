// The reply of an operation that reads, for a component: loaded when it is shown, again when asked for, or in an interval.
import { toMessage } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useServer } from "./page-server.ts";

export interface LoadedReply<Value> {
  /** The last one, also while it is loaded again. Undefined: not yet, or it failed. */
  readonly value: Value | undefined;
  readonly error: string | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface ReplyOptions {
  /** While the page can be seen. */
  readonly everyMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

interface State {
  readonly key: string;
  readonly value?: unknown;
  readonly error?: string | undefined;
  readonly isLoading: boolean;
}

/** `params` undefined: nothing is loaded yet. */
export function useReply<Name extends keyof Operations>(
  operation: Name,
  params: Operations[Name]["params"] | undefined,
  { everyMs, timeoutMs }: ReplyOptions = {},
): LoadedReply<Operations[Name]["reply"]> {
  const { remote } = useServer();
  const key = params === undefined ? "" : `${operation} ${JSON.stringify(params)}`;
  const given = useRef(params);
  given.current = params;
  const [state, setState] = useState<State>({ key: "", isLoading: false });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === "" || given.current === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    setState((before) => (before.key === key ? { ...before, isLoading: true } : { key, isLoading: true }));
    const show = (outcome: Pick<State, "value" | "error">): void => {
      if (!signal.aborted) setState({ key, ...outcome, isLoading: false });
    };
    remote.request(operation, given.current, { signal, timeoutMs }).then(
      (value) => show({ value }),
      (error: unknown) => show({ error: toMessage(error) }),
    );
    return () => stop.abort();
  }, [remote, operation, key, round, timeoutMs]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  useInterval(reload, key === "" ? undefined : everyMs);
  const isOwn = state.key === key;
  return {
    // The contract says which reply belongs to the operation.
    value: isOwn ? (state.value as Operations[Name]["reply"] | undefined) : undefined,
    error: isOwn ? state.error : undefined,
    isLoading: !isOwn || state.isLoading,
    reload,
  };
}

function useInterval(callback: () => void, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) callback();
    }, everyMs);
    return () => clearInterval(timer);
  }, [callback, everyMs]);
}
