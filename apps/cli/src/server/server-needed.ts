// The error for a command that needs a server.
import { ParleyError } from "@parley/base";

export function serverNeeded(why: string): ParleyError {
  const remedy = { label: "Start a server", command: "parley serve" };
  return new ParleyError({ code: "server_not_found", message: `${why}, and no server is running`, remedy });
}
