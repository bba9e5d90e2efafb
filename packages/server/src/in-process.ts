// Connects to a hub in the same process, without the code of the HTTP server.
export { connectInProcess, type InProcessOptions } from "./dialects/acp/in-process.ts";
