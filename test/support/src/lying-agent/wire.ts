// What a lying agent can do to a wire. Over a transport it can only send frames; over stdout anything.
import { isObject } from "@parley/base";
import { type Message, type Transport } from "@parley/rpc";

export interface Wire {
  /** Begins reading; the callback gets every frame of the client. */
  open(onFrame: (frame: Record<string, unknown>) => void): void;
  send(frame: unknown): void;
  /** Puts bytes on the wire as they are. */
  bytes(data: string | Uint8Array): Promise<void>;
}

export function createTransportWire(transport: Transport): Wire {
  return {
    open: (onFrame) =>
      transport.open({
        message: (value) => {
          if (isObject(value)) onFrame(value);
        },
        malformed: () => undefined,
        closed: () => undefined,
      }),
    send: (frame) => void transport.send(frame as Message),
    bytes: () => Promise.reject(new Error("This lie needs a byte stream")),
  };
}

export function createStdioWire(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): Wire {
  return {
    open(onFrame) {
      let rest = "";
      stdin.setEncoding("utf8");
      stdin.on("data", (chunk) => {
        const lines = (rest + chunk.toString()).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onFrame(JSON.parse(line) as Record<string, unknown>);
      });
    },
    send: (frame) => void stdout.write(`${JSON.stringify(frame)}\n`),
    bytes: (data) =>
      new Promise((resolve, reject) => {
        stdout.write(data, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
