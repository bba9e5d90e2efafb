// Reloads data from the server, one request at a time, and once more if a reload was requested meanwhile.
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
      // The connection shows the reason; the data is reloaded when it is back.
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
