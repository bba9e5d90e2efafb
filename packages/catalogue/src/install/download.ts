// Downloads a file up to a size limit, computes its hash, and reports progress.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { FetchFailure, openUrl } from "../http/open-url.ts";
import { showUrl } from "../http/show-url.ts";
import { PROGRESS_STEP_BYTES, type AgentLimits } from "../limits.ts";

export interface DownloadOptions {
  readonly url: string;
  /** Must not exist yet. */
  readonly file: string;
  readonly limits: AgentLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (receivedBytes: number, totalBytes: number | undefined) => void;
}

/** Returns the SHA-256. Rejects with `FetchFailure` or a system error. */
export async function download({ url, file, limits, signal, onBytes }: DownloadOptions): Promise<string> {
  // The hash is of the stored file, not of its transfer encoding.
  const headers = { accept: "*/*", "accept-encoding": "identity" };
  const { downloadBytesMax: bytesMax, stallMs } = limits;
  const response = await openUrl(url, { headers, bytesMax, stallMs, signal });
  if (response.status !== 200) {
    await response.close();
    throw new FetchFailure(`${showUrl(url)} responded with status ${response.status}`);
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
