// Handlers for requests outside of any session, for example while signing in.
import type { ClientHandlers } from "@parley/acp";
import type { Feature } from "../features/feature.ts";

export function handlersOutsideSessions(features: readonly Feature[]): ClientHandlers {
  return Object.assign({}, ...features.map(({ outside = {} }) => outside)) as ClientHandlers;
}
