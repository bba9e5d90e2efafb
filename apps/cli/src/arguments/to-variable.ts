// Reads NAME=VALUE from the command line.
import { ParleyError } from "@parley/base";

export function toVariable(text: string, flag: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new ParleyError({ code: "usage", message: `${flag} is ${JSON.stringify(text)}; expected NAME=VALUE` });
}
