// A short, stable hash of a text. Not cryptographic.

export function hashText(text: string): string {
  return `${fnv1a(text, 0x811c_9dc5)}${fnv1a(text, 0x9e37_79b9)}`;
}

function fnv1a(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
