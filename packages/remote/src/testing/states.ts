// Waits for a state of the connection.
import type { Remote } from "../connect-server.ts";
import type { ConnectionState } from "../connection/state.ts";

export function reached<Kind extends ConnectionState["kind"]>(
  remote: Remote,
  kind: Kind,
): Promise<Extract<ConnectionState, { kind: Kind }>> {
  type Found = Extract<ConnectionState, { kind: Kind }>;
  if (remote.state.kind === kind) return Promise.resolve(remote.state as Found);
  return new Promise((resolve) => {
    const stop = remote.onState((state) => {
      if (state.kind !== kind) return;
      stop();
      resolve(state as Found);
    });
  });
}
