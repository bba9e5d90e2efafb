// Passes the signals that would end the proxy on to the agent.
import type { Relay } from "@parley/observe/relay";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function passSignals(relay: Pick<Relay, "signal">): Disposable {
  const onSignal = (name: NodeJS.Signals): void => relay.signal(name);
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
