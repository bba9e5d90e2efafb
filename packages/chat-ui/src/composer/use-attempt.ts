// Tries an action, and keeps why it did not work until the next attempt.
import { useState } from "react";
import { toMessage } from "../parts/to-message.ts";

/** True if it worked. */
export type Attempt = (work: Promise<void>) => Promise<boolean>;

export function useAttempt(): { readonly problem: string | undefined; readonly attempt: Attempt } {
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: Promise<void>): Promise<boolean> => {
    setProblem(undefined);
    try {
      await work;
      return true;
    } catch (error) {
      setProblem(toMessage(error));
      return false;
    }
  };
  return { problem, attempt };
}
