// The native API: every operation of the contract over plain HTTP, with goose's names where goose has the same
// operation.
import type { CreateDialect } from "../../http/dialect.ts";
import { docRoutes } from "./docs/routes.ts";
import type { Native } from "./native.ts";
import { operationRoutes } from "./operation-route.ts";
import type { Route } from "./route.ts";
import { createOpenStreams } from "./stream/open-streams.ts";

export const createNativeDialect: CreateDialect = ({ openEventStream, draining, ...rest }) => {
  const native: Native = { ...rest, streams: createOpenStreams(openEventStream, draining) };
  const routes = nativeRoutes(native);
  return {
    name: "native",
    mount(app) {
      for (const route of routes) route.mount(app);
    },
  };
};

export function nativeRoutes(native: Native): readonly Route[] {
  const routes = operationRoutes(native);
  return [...routes, ...docRoutes(native, routes)];
}
