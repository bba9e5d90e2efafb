// Says in the editor that something failed, with the reason; the log has it too.
import type { ParleyWindow } from "./parley-window.ts";
import { showError } from "./notices/notices.ts";

/** Undefined after a failure, which the person has seen. */
export async function attempt<Value>(
  { log }: ParleyWindow,
  what: string,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    const message = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    log.error(message);
    void showError(message);
    return undefined;
  }
}
