// The tab Traffic: the latest messages between the server and the session's agent, read again when something happened.
import { Loading, Problem } from "@parley/chat-ui";
import { parseTrace, Traffic, type TraceItem } from "@parley/chat-ui/watch";
import { useEffect, useState } from "react";
import { TRAFFIC_AGAIN_MS } from "../limits.ts";
import { toMessage } from "../server/to-message.ts";
import type { TabProps } from "./tabs.ts";

type Loaded = { readonly items: readonly TraceItem[] } | { readonly error: string } | undefined;

export function TrafficTab({ sessionId, view }: TabProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      timer = undefined;
      try {
        const items = await loadTrace(sessionId, stop.signal);
        setLoaded({ items });
      } catch (error) {
        if (!stop.signal.aborted) setLoaded({ error: toMessage(error) });
      }
    };
    void load();
    const unsubscribe = view.subscribe(() => (timer ??= setTimeout(() => void load(), TRAFFIC_AGAIN_MS)));
    return () => {
      stop.abort();
      unsubscribe();
      clearTimeout(timer);
    };
  }, [sessionId, view]);
  if (loaded === undefined) return <Loading label="Loading the messages" />;
  if ("error" in loaded) return <Problem title="Could not load the messages" message={loaded.error} />;
  return <Traffic key={sessionId} items={loaded.items} />;
}

async function loadTrace(sessionId: string, signal: AbortSignal): Promise<readonly TraceItem[]> {
  const response = await fetch(`./sessions/${encodeURIComponent(sessionId)}/trace`, { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status} ${response.statusText}`);
  return parseTrace(await response.text());
}
