// OSC 52: the sequence that puts a text on the terminal's clipboard, also over ssh.
import { CLIPBOARD_BYTES_MAX } from "../limits.ts";

/** Undefined if the text is too long for most terminals. */
export function toClipboard(text: string): string | undefined {
  const base64 = Buffer.from(text, "utf8").toString("base64");
  return base64.length > CLIPBOARD_BYTES_MAX ? undefined : `\u001b]52;c;${base64}\u0007`;
}
