// A port of this machine where nothing listens, and nothing will: one that was only freed may be another test's next port.
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

export interface ClosedPort extends Disposable {
  readonly port: number;
}

/** It is the near end of a connection: the system gives it to no other program, and refuses connections to it. */
export async function holdClosedPort(): Promise<ClosedPort> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [[far]] = (await Promise.all([once(server, "connection"), once(socket, "connect")])) as [
    [typeof socket],
    unknown,
  ];
  return {
    port: socket.localPort ?? 0,
    [Symbol.dispose]() {
      for (const end of [socket, far]) end.destroy();
      server.close();
    },
  };
}
