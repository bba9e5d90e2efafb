// Cuts text to a number of bytes without cutting a character, at the end of a line where one is near.

export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

export function cutText(text: string, bytesMax: number): CutText {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return { text, isCut: false };
  let end = Math.max(0, bytesMax);
  // A byte that begins with the bits 10 goes on with a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const kept = bytes.subarray(0, end).toString("utf8");
  const lineEnd = kept.lastIndexOf("\n");
  return { text: lineEnd > kept.length / 2 ? kept.slice(0, lineEnd) : kept, isCut: true };
}
