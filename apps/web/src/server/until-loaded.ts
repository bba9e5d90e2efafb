// Reads a list from the server, again after a failure: the state of the connection tells the person why it takes so long.

const AGAIN_MS = 5_000;

export function untilLoaded(load: () => Promise<void>): void {
  load().catch(() => setTimeout(() => untilLoaded(load), AGAIN_MS));
}
