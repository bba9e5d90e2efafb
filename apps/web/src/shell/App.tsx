// The page: connects its parts to the server, and shows those that the address says.
import type { Remote } from "@parley/remote";
import { useMemo } from "react";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { createPageServer, ServerContext } from "../server/page-server.ts";
import { Frame } from "./Frame.tsx";

export function App({ remote }: { readonly remote: Remote }) {
  const server = useMemo(() => createPageServer(remote), [remote]);
  return (
    <ServerContext value={server}>
      <Router hook={useHashLocation}>
        <Frame />
      </Router>
    </ServerContext>
  );
}
