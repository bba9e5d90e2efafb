// Connects a test, as the client, to an agent of ours: in memory, as a real child process, or over a WebSocket.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createMemoryPair, type RpcLimits, type Transport } from "@parley/rpc";
import { connectWebSocket, createWebSocketTransport } from "@parley/rpc/websocket";
import { WebSocketServer } from "ws";
import { bundleProgram } from "./bundle-program.ts";
import { startProgram, type ChildProgram } from "./child-program.ts";

export const LINK_KINDS = ["memory", "stdio", "websocket"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** An agent that can run here or in a process of its own. */
export interface AgentProgram<Options> {
  /** Serves one client. */
  start(transport: Transport, options: Options): unknown;
  /** A program that does the same over stdin and stdout, with the options as JSON in its first argument. */
  readonly main: URL;
}

export interface AgentLink extends AsyncDisposable {
  /** The client's end. */
  readonly transport: Transport;
  /** The process, if the agent has one of its own. */
  readonly child: ChildProgram | undefined;
}

/** The limits are those of the client's end. */
export function openAgentLink<Options>(
  kind: LinkKind,
  program: AgentProgram<Options>,
  options: Options,
  limits: Partial<RpcLimits> = {},
): Promise<AgentLink> {
  return openers[kind](program, options, limits);
}

type Opener = <O>(program: AgentProgram<O>, options: O, limits: Partial<RpcLimits>) => Promise<AgentLink>;

const openers: { readonly [Kind in LinkKind]: Opener } = {
  memory: (program, options, limits) => {
    const [client, agent] = createMemoryPair(limits);
    program.start(agent, options);
    return Promise.resolve(toLink(client));
  },
  stdio: async (program, options, limits) => {
    const child = startProgram(await bundleProgram(program.main), { args: [JSON.stringify(options)] });
    return toLink(child.transport(limits), child);
  },
  websocket: async (program, options, limits) => {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    server.on("connection", (socket) => program.start(createWebSocketTransport(socket), options));
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const link = toLink(await connectWebSocket(`ws://127.0.0.1:${port}/`, { limits }));
    return {
      ...link,
      async [Symbol.asyncDispose]() {
        await link[Symbol.asyncDispose]();
        for (const socket of server.clients) socket.terminate();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

function toLink(transport: Transport, child?: ChildProgram): AgentLink {
  return {
    transport,
    child,
    async [Symbol.asyncDispose]() {
      await transport.close();
      await child?.[Symbol.asyncDispose]();
    },
  };
}
