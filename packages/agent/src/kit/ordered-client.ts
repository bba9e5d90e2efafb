// The client as tools and the gate see it: what was recorded before a request reaches it before the request does.
import type { ClientConnection } from "@parley/acp";
import type { Recorder } from "../sessions/recorder.ts";

export function createOrderedClient(client: ClientConnection, recorder: Pick<Recorder, "flush">): ClientConnection {
  const request: ClientConnection["request"] = (method, params, options) => {
    recorder.flush();
    return client.request(method, params, options);
  };
  return {
    request,
    notify: (method, params) => {
      recorder.flush();
      return client.notify(method, params);
    },
    get client() {
      return client.client;
    },
    supports: (capability) => client.supports(capability),
    extRequest: (method, params, options) => {
      recorder.flush();
      return client.extRequest(method, params, options);
    },
    extNotify: (method, params) => client.extNotify(method, params),
    drained: () => client.drained(),
    close: () => client.close(),
    closed: client.closed,
  };
}
