// Runs in a page: waits for the end of drawing.

const SETTLED_FRAMES = 20;

/** Resolves when the conversation has not grown for several frames. */
export async function settle(): Promise<void> {
  const log = document.querySelector('[role="log"]');
  for (let [still, height] = [0, 0]; still < SETTLED_FRAMES;) {
    await new Promise(requestAnimationFrame);
    still = log?.scrollHeight === height ? still + 1 : 0;
    height = log?.scrollHeight ?? 0;
  }
}
