// Tries what a person wished, and keeps why it did not work until the next attempt.
import { useState } from "react";

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
      setProblem(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  return { problem, attempt };
}
