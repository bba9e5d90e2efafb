// The key of a session in a feed: session ids are unique for one agent only.
export function sessionKey(agentId: string, sessionId: string): string {
  return JSON.stringify([agentId, sessionId]);
}
