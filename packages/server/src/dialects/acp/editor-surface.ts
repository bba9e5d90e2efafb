// A connection as an editor: requests files with the protocol's own methods, if the client announced them.
import type { ClientConnection } from "@parley/acp";
import type { EditorSurface } from "@parley/hub";
import { actorOfClient } from "../../auth/actor.ts";
import type { Caller } from "../../http/dialect.ts";
import type { Wire } from "./wire.ts";

export interface EditorSurfaceOptions {
  readonly client: ClientConnection;
  readonly wire: Wire;
  readonly caller: Caller;
}

/** A read-only caller is not asked, because its answers would reach the agent. */
export function createEditorSurface({ client, wire, caller }: EditorSurfaceOptions): EditorSurface {
  const mayDrive = caller.scopes.has("drive");
  // The hub decides how long it waits.
  const timeoutMs = Infinity;
  return {
    isLocal: wire.isLocal,
    get name() {
      return actorOfClient(caller, client).surface;
    },
    get canRead() {
      return mayDrive && client.supports("fs.readTextFile");
    },
    get canWrite() {
      return mayDrive && client.supports("fs.writeTextFile");
    },
    async read(request, signal) {
      return (await client.request("fs/read_text_file", request, { signal, timeoutMs })).content;
    },
    async write(request, signal) {
      await client.request("fs/write_text_file", request, { signal, timeoutMs });
    },
    callTool: (call, signal) => client.extRequest("_parley/editor/callTool", call, { signal, timeoutMs }),
    disconnect: (why) => wire.end("protocol", why),
  };
}
