// The Model Context Protocol on `/mcp/editor/{session}`: the tools of the editor that follows a session, for its agent.
//
// Streamable HTTP without streams of its own: each POST is answered at once, with JSON. The agent's connection is to the server,
// so that it survives a reload of the editor's window.
import { parseJson } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { Context } from "hono";
import type { CreateDialect, ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import { answerMessage, parseMessage } from "./answer-message.ts";

const EDITOR_TOOLS_PATH = "/mcp/editor/:session";

export const createMcpDialect: CreateDialect = ({ hub, baseUrl }) => {
  hub.editors.tools.serveAt(baseUrl);
  return {
    name: "mcp",
    mount(app) {
      app.post(EDITOR_TOOLS_PATH, async (c) => {
        const sessionId = c.req.param("session");
        const { session } = c.get("caller");
        if (session !== undefined && session !== sessionId) return c.text("This token is for another session", 403);
        const message = await readMessage(c);
        if (message instanceof RpcError) return refuse(c, message);
        const answer = await answerMessage(hub.editors.tools, sessionId, message, c.req.raw.signal);
        return answer === undefined ? c.body(null, 202) : c.json(answer);
      });
      // There are no messages of the server's own, and no session that could be ended.
      app.all(EDITOR_TOOLS_PATH, (c) => c.text("Method Not Allowed", 405, { Allow: "POST" }));
    },
  };
};

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
