// A dialect that does what a test needs of one: fails, takes bodies, opens streams and sockets.
import { ParleyError } from "@parley/base";
import { WebSocketServer } from "ws";
import type { CreateDialect, Dialect } from "../http/dialect.ts";
import type { EventStream } from "../http/event-stream.ts";

export interface SmallDialect {
  readonly create: CreateDialect;
  /** The next stream that somebody opens. */
  nextStream(): Promise<EventStream>;
}

export function createSmallDialect(): SmallDialect {
  const opened: EventStream[] = [];
  const waiting: ((stream: EventStream) => void)[] = [];

  const create: CreateDialect = ({ openEventStream }): Dialect => {
    const sockets = new WebSocketServer({ noServer: true });
    return {
      name: "small",
      scopes: {
        "GET /small/fail": "read",
        "GET /small/busy": "read",
        "GET /small/who": "read",
        "GET /small/items/:id": "read",
        "GET /small/large": "read",
        "GET /small/slow": "read",
        "POST /small/body": "drive",
        "POST /small/search": "read",
        "POST /small/agents": "admin",
        "GET /small/events": "read",
      },
      mount(app) {
        app.get("/small/fail", () => {
          throw new Error("a secret of the inside");
        });
        app.get("/small/busy", () => {
          throw new ParleyError({ code: "session_busy", message: "a turn runs" });
        });
        app.get("/small/who", (c) => c.json({ name: c.get("caller").name }));
        app.get("/small/items/:id", (c) => c.json({ id: c.req.param("id") }));
        app.get("/small/large", (c) => c.text("x".repeat(64 * 1024 * 1024)));
        app.get("/small/slow", async (c) => {
          await new Promise((resolve) => setTimeout(resolve, Number(c.req.query("ms"))));
          return c.text("at last");
        });
        app.post("/small/body", async (c) => c.json({ bytes: (await c.req.text()).length }));
        app.post("/small/search", (c) => c.json({}));
        app.post("/small/agents", (c) => c.json({}));
        app.get("/small/events", (c) => {
          const stream = openEventStream(c);
          const waiter = waiting.shift();
          if (waiter === undefined) opened.push(stream);
          else waiter(stream);
          return stream.response;
        });
      },
      upgrade(request, socket, head, caller) {
        if (request.url !== "/small/socket") return false;
        sockets.handleUpgrade(request, socket, head, (ws) => ws.send(caller.name));
        return true;
      },
      // Waits for its clients to leave, and tells none of them to.
      close: () => new Promise((resolve) => sockets.close(() => resolve())),
    };
  };
  return {
    create,
    nextStream: () => {
      const stream = opened.shift();
      return stream === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(stream);
    },
  };
}
