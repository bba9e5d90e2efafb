// What the agent asks outside of any session, while signing in for example: the features that can answer it do.
import type { ClientHandlers } from "@parley/acp";
import type { Feature } from "../features/feature.ts";

export function handlersOutsideSessions(features: readonly Feature[]): ClientHandlers {
  return Object.assign({}, ...features.map(({ outside = {} }) => outside)) as ClientHandlers;
}
