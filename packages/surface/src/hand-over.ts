// Hands a session over. Cancels the running turn and waits for its end, so that two agents never work in it at once.
import type { Remote } from "@parley/remote";

export async function handOver(remote: Remote, sessionId: string, agent: string): Promise<void> {
  const { cancelled } = await remote.request("sessions/cancel", { id: sessionId });
  await Promise.all(cancelled.map((turnId) => remote.turnEnded(turnId)));
  await remote.request("sessions/handover", { id: sessionId, agent });
}
