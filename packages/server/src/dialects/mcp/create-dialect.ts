// The Model Context Protocol on `/mcp/editor/{session}`: the tools of the editor that follows a session, for its agent.
//
// Streamable HTTP: each POST is answered with JSON, and the stream of a GET reports changes of the tools. The agent's
// connection is to the server, so that it survives a reload of the editor's window.
import { parseJson } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { Context } from "hono";
import type { CreateDialect, ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import { answerMessage, parseMessage } from "./answer-message.ts";

const EDITOR_TOOLS_PATH = "/mcp/editor/:session";

export const createMcpDialect: CreateDialect = ({ hub, baseUrl, openEventStream }) => {
  hub.editors.tools.serveAt(baseUrl);
  return {
    name: "mcp",
    mount(app) {
      app.post(EDITOR_TOOLS_PATH, async (c) => {
        const sessionId = c.req.param("session");
        if (isForAnother(c, sessionId)) return c.text(ANOTHER_SESSION, 403);
        const message = await readMessage(c);
        if (message instanceof RpcError) return refuse(c, message);
        const answer = await answerMessage(hub.editors.tools, sessionId, message, c.req.raw.signal);
        return answer === undefined ? c.body(null, 202) : c.json(answer);
      });
      app.get(EDITOR_TOOLS_PATH, (c) => {
        const sessionId = c.req.param("session");
        if (isForAnother(c, sessionId)) return c.text(ANOTHER_SESSION, 403);
        if (c.req.header("accept")?.includes("text/event-stream") !== true) return refuseMethod(c);
        const stream = openEventStream(c);
        const stop = hub.editors.tools.onChange(sessionId, () => void stream.send({ data: TOOLS_CHANGED }));
        stream.signal.addEventListener("abort", stop, { once: true });
        return stream.response;
      });
      // The protocol's sessions are not used, so none can be ended.
      app.all(EDITOR_TOOLS_PATH, refuseMethod);
    },
  };
};

const TOOLS_CHANGED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
const ANOTHER_SESSION = "This token is for another session";

function isForAnother(c: Context<ServerEnv>, sessionId: string): boolean {
  const { session } = c.get("caller");
  return session !== undefined && session !== sessionId;
}

function refuseMethod(c: Context<ServerEnv>): Response {
  return c.text("Method Not Allowed", 405, { Allow: "GET, POST" });
}

async function readMessage(c: Context<ServerEnv>): Promise<ReturnType<typeof parseMessage> | RpcError> {
  let value: unknown;
  try {
    value = await parseBody(c, parseJson);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new RpcError(ErrorCodes.parseError, `Invalid JSON: ${message}`);
  }
  try {
    return parseMessage(value);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

function refuse(c: Context<ServerEnv>, { code, message }: RpcError): Response {
  return c.json({ jsonrpc: "2.0", id: null, error: { code, message } }, 400);
}
