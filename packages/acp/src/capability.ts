// Capabilities as paths: `sessionCapabilities.list` is supported if it exists and is neither false nor null.
import { ParleyError, isObject } from "@parley/base";

export function hasCapability(capabilities: unknown, path: string): boolean {
  let value = capabilities;
  for (const key of path.split(".")) {
    if (!isObject(value)) return false;
    value = value[key];
  }
  return value !== undefined && value !== null && value !== false;
}

export function missingCapability(method: string, side: "agent" | "client", path: string): ParleyError {
  const message = `${method} was not sent: the ${side} did not announce the capability ${path}`;
  return new ParleyError({ code: "capability_missing", message });
}
