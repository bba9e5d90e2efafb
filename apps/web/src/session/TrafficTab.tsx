// The tab Traffic: the messages between the server and the session's agent. Only new ones are read when something happened.
import { Loading, Problem, toMessage } from "@parley/chat-ui";
import { Traffic, type TraceItem } from "@parley/chat-ui/watch";
import { useEffect, useState } from "react";
import { TRAFFIC_AGAIN_MS } from "../limits.ts";
import { TraceReading } from "../server/trace-reading.ts";
import type { TabProps } from "./tabs.ts";

type Loaded = { readonly items: readonly TraceItem[] } | { readonly error: string } | undefined;

export function TrafficTab({ sessionId, view }: TabProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const stop = new AbortController();
    const reading = new TraceReading(sessionId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    let isAgain = false;
    const load = async (): Promise<void> => {
      timer = undefined;
      // One after the other: each continues where the one before ended.
      isAgain = isReading;
      if (isReading) return;
      isReading = true;
      try {
        setLoaded({ items: await reading.next(stop.signal) });
      } catch (error) {
        if (!stop.signal.aborted) setLoaded({ error: toMessage(error) });
      }
      isReading = false;
      if (isAgain && !stop.signal.aborted) void load();
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
