// Runs in a page: waits for the end of drawing. It asks for no frames and no layout, which would be measured with the page.

/** More than twice the time between two drawings while many chunks arrive. */
const QUIET_MS = 700;

/** Resolves when nothing in the conversation has changed for some time. */
export async function settle(): Promise<void> {
  const log = document.querySelector('[role="log"]');
  if (log === null) throw new Error("Conversation not found");
  await new Promise<void>((resolve) => {
    let changedAt = performance.now();
    const observer = new MutationObserver(() => (changedAt = performance.now()));
    observer.observe(log, { childList: true, subtree: true, characterData: true });
    const check = (): void => {
      const leftMs = changedAt + QUIET_MS - performance.now();
      if (leftMs > 0) {
        setTimeout(check, leftMs);
        return;
      }
      observer.disconnect();
      resolve();
    };
    check();
  });
}
