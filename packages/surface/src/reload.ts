// Reads something again from the server, however often it is asked: once at a time, and once more if it was asked meanwhile.
import type { Remote } from "@parley/remote";

export function createReload(remote: Remote, load: () => Promise<void>): () => void {
  let isLoading = false;
  let isStale = false;
  const run = async (): Promise<void> => {
    try {
      while (isStale) {
        isStale = false;
        await load();
      }
    } catch {
      // The connection says why; what was missed is read once it is back.
      void remote.connected({ timeoutMs: Infinity }).then(reload, () => undefined);
    } finally {
      isLoading = false;
    }
  };
  const reload = (): void => {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    void run();
  };
  return reload;
}
