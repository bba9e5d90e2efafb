// Sends an answer once, and keeps why the server refused it.
import { useCallback, useRef, useState } from "react";
import { toMessage } from "../parts/to-message.ts";

export interface Answering {
  readonly isSending: boolean;
  /** For the person: why the answer was not taken. */
  readonly problem: string | undefined;
  run(send: () => Promise<void>): void;
}

export function useAnswer(): Answering {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);
  const run = useCallback((send: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    setProblem(undefined);
    send()
      .catch((error: unknown) => setProblem(toMessage(error)))
      .finally(() => {
        isBusy.current = false;
        setSending(false);
      });
  }, []);
  return { isSending, problem, run };
}
