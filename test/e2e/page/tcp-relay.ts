// The network between a browser and a server: it can be cut, and joined again.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface TcpRelay extends AsyncDisposable {
  /** What browsers connect to. */
  readonly url: string;
  /** Where the server is now. */
  leadTo(serverUrl: string): void;
  /** Ends what is connected, and refuses connections until `join`. */
  cut(): void;
  join(): void;
  /** What is connected stays so and hears nothing more, as after a sleep of the machine; new connections work. */
  silence(): void;
}

export async function openTcpRelay(): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  let target = 0;
  let isCut = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    return socket;
  };
  const relay = createServer((client) => {
    track(client);
    if (isCut) {
      client.destroy();
      return;
    }
    const server = track(connect(target, "127.0.0.1"));
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.pipe(server).pipe(client);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    leadTo: (serverUrl) => {
      target = Number(new URL(serverUrl).port);
    },
    cut: () => {
      isCut = true;
      endAll();
    },
    join: () => {
      isCut = false;
    },
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    [Symbol.asyncDispose]: async () => {
      endAll();
      relay.close();
      await once(relay, "close");
    },
  };
}
