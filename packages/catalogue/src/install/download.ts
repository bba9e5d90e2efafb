// Downloads a file, with its hash, within a size, and tells how far it is.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { FetchFailure, openUrl } from "../http/open-url.ts";
import { showUrl } from "../http/show-url.ts";
import { PROGRESS_STEP_BYTES, type AgentLimits } from "../limits.ts";

export interface DownloadOptions {
  readonly url: string;
  /** Does not exist yet. */
  readonly file: string;
  readonly limits: AgentLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (receivedBytes: number, totalBytes: number | undefined) => void;
}

/** The SHA-256 of what came. Rejects with `FetchFailure`, or as the system does. */
export async function download({ url, file, limits, signal, onBytes }: DownloadOptions): Promise<string> {
  // The hash is of the file as it is kept, not as it travels.
  const headers = { accept: "*/*", "accept-encoding": "identity" };
  const { downloadBytesMax: bytesMax, stallMs } = limits;
  const response = await openUrl(url, { headers, bytesMax, stallMs, signal });
  if (response.status !== 200) {
    await response.close();
    throw new FetchFailure(`${showUrl(url)} answered with status ${response.status}`);
  }
  const hash = createHash("sha256");
  let received = 0;
  let told = 0;
  try {
    await using handle = await open(file, "wx", 0o600);
    for await (const chunk of response.chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      received += chunk.length;
      if (received - told < PROGRESS_STEP_BYTES) continue;
      told = received;
      onBytes(received, response.totalBytes);
    }
  } finally {
    await response.close();
  }
  onBytes(received, response.totalBytes ?? received);
  return hash.digest("hex");
}
