// A body whose length nobody said before: read here, within the limit, before anything else sees it.
import type { IncomingMessage } from "node:http";

/** Undefined: it is longer than that, and the rest was not read. Rejects if the client goes away. */
export async function readBodyWithin(incoming: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      incoming.pause().off("data", take);
      resolve(false);
    };
    incoming.on("data", take);
    incoming.once("end", () => resolve(true));
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("the client went away before its body was there")));
  });
  return isWhole ? Buffer.concat(chunks, bytes) : undefined;
}
