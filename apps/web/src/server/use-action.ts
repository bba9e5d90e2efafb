// Something that a person starts with a button: whether it runs, and what went wrong.
import { toMessage } from "@parley/chat-ui";
import { useCallback, useState } from "react";

export interface Action {
  readonly isRunning: boolean;
  readonly error: string | undefined;
  /** Does nothing while it runs. */
  readonly run: (work: () => Promise<unknown>) => void;
  readonly clear: () => void;
}

export function useAction(): Action {
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error?: string }>({ isRunning: false });
  const { isRunning, error } = state;
  const run = useCallback(
    (work: () => Promise<unknown>) => {
      if (isRunning) return;
      setState({ isRunning: true });
      work().then(
        () => setState({ isRunning: false }),
        (cause: unknown) => setState({ isRunning: false, error: toMessage(cause) }),
      );
    },
    [isRunning],
  );
  const clear = useCallback(() => setState({ isRunning: false }), []);
  return { isRunning, error, run, clear };
}
