// Connections that only go where they may: one list of addresses that are not public, and what connects by it.
export { findPrivate, networkOf } from "./network/address.ts";
export {
  createDestinations,
  DestinationRefused,
  type DestinationOptions,
  type Destinations,
} from "./network/destination.ts";
export { createGuardedFetch, type GuardedFetchOptions } from "./network/guarded-fetch.ts";
export { startGuardedProxy, type GuardedProxy, type GuardedProxyOptions } from "./network/guarded-proxy.ts";
