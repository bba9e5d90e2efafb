// The text of an answer, within a size: what a server sends may be endless.

/** Rejects if there is more. */
export async function readResponseText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop hangs up.
    if (bytes > bytesMax) throw new Error(`the answer is over ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
