// Guarded connections: requests whose destination someone else chose only reach public addresses, within limits.
export { createBoundedFetch } from "./network/bounded-fetch.ts";
export {
  createDestinations,
  DestinationRefused,
  type DestinationOptions,
  type Destinations,
} from "./network/destination.ts";
export { createGuardedFetch, type GuardedFetchOptions } from "./network/guarded-fetch.ts";
export { sendGuarded, type GuardedRequest } from "./network/guarded-request.ts";
export { startGuardedProxy, type GuardedProxy, type GuardedProxyOptions } from "./network/guarded-proxy.ts";
