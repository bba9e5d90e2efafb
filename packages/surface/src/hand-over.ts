// Hands a session over. What runs is cancelled, and its end is awaited, so that two agents never work in it at once.
import type { Remote } from "@parley/remote";

export async function handOver(remote: Remote, sessionId: string, agent: string): Promise<void> {
  const { cancelled } = await remote.request("sessions/cancel", { id: sessionId });
  await Promise.all(cancelled.map((turnId) => remote.turnEnded(turnId)));
  await remote.request("sessions/handover", { id: sessionId, agent });
}
