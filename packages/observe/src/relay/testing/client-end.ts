// The client's end of a relay that runs in this process.
import { PassThrough } from "node:stream";
import type { ClientPipes } from "../client-pipes.ts";

export interface ClientEnd {
  readonly pipes: ClientPipes;
  /** Everything that came, once there is no more of it. */
  readonly received: Promise<Buffer>;
  /** What came so far. */
  soFar(): Buffer;
  /** Resolves when that has come. */
  until(isThere: (soFar: Buffer) => boolean): Promise<void>;
  write(bytes: Uint8Array | string): void;
  end(): void;
}

export function createClientEnd(): ClientEnd {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const chunks: Buffer[] = [];
  const waiting = new Set<() => void>();
  output.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    for (const look of waiting) look();
  });
  const received = new Promise<Buffer>((resolve) => output.once("close", () => resolve(Buffer.concat(chunks))));
  const soFar = (): Buffer => Buffer.concat(chunks);
  return {
    pipes: { input, output },
    received,
    soFar,
    until: (isThere) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isThere(soFar())) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void received.then(() => reject(new Error(`It ended with ${soFar().toString("utf8").slice(-500)}`)));
        look();
      }),
    write: (bytes) => void input.write(bytes),
    end: () => void input.end(),
  };
}
