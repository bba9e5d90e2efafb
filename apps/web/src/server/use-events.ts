// Calls back when something of the given kinds has changed on the server, at most a few times a second; also after a gap.
import type { ServerEvent } from "@parley/contract";
import { useEffect, useRef } from "react";
import { useServer } from "./page-server.ts";

const GATHER_MS = 250;

export function useEvents(types: readonly ServerEvent["type"][], onChange: () => void): void {
  const { remote } = useServer();
  const current = useRef(onChange);
  current.current = onChange;
  const key = types.join(" ");
  useEffect(() => {
    const wanted = new Set(key.split(" "));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        current.current();
      }, GATHER_MS);
    };
    let isFirst = true;
    const following = remote.events({
      reset: () => {
        // The component has just loaded what there is.
        if (!isFirst) tell();
        isFirst = false;
      },
      events: (batch) => {
        if (batch.some(({ type }) => wanted.has(type))) tell();
      },
    });
    return () => {
      clearTimeout(timer);
      following.close();
    };
  }, [remote, key]);
}
