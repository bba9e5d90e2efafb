// The ways in which a server ends: whichever it is, the next one continues.
import type { Served } from "./served.ts";

/** As the system would: without a word. */
export async function crash(server: Served): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.running.ended;
}

/** As a service is stopped. */
async function terminate(server: Served): Promise<void> {
  await server.end("SIGTERM");
}

/** Ctrl+C in its terminal, which reaches everything that belongs to it. */
async function interrupt(server: Served): Promise<void> {
  process.kill(-server.pid, "SIGINT");
  await server.running.ended;
}

/** Ctrl+C a second time does not wait. */
async function insist(server: Served): Promise<void> {
  process.kill(server.pid, "SIGINT");
  process.kill(server.pid, "SIGINT");
  await server.running.ended;
}

export const endings = { crash, terminate, interrupt, insist } as const;
