// Loads a list from the server, with retries. Meanwhile the page shows the state of the connection.

const AGAIN_MS = 5_000;

export function untilLoaded(load: () => Promise<void>): void {
  load().catch(() => setTimeout(() => untilLoaded(load), AGAIN_MS));
}
