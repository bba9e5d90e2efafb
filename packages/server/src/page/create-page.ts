// The page at /: status and how to connect. It loads nothing from other servers.
import type { Clock } from "@parley/base";
import type { Hub } from "@parley/hub";
import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dialect, ServerEnv } from "../http/dialect.ts";
import { pathOf } from "../http/admission.ts";
import type { Refusal } from "../http/refusal.ts";
import type { Streams } from "../http/streams.ts";
import { STATUS_SESSIONS_DEFAULT, STATUS_SESSIONS_MAX } from "../limits.ts";
import { openBuiltPage, type PageFile } from "./built-page.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { renderSignInPage } from "./render-sign-in-page.ts";
import { renderPage } from "./render-page.ts";
import { readStatus, type StatusOptions } from "./status.ts";

export interface PageOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  readonly streams: Pick<Streams, "count" | "deliveredCount">;
  /** Their names. */
  readonly dialects: readonly string[];
  readonly notice?: StatusOptions["notice"];
  /** Folder of the built page. Without it, `/` only says how to connect. */
  readonly folder?: string | undefined;
}

export interface Page extends Pick<Dialect, "mount"> {
  /** Shows a browser how to sign in, and why its token was refused. False if the client is not a browser. */
  showSignIn(incoming: IncomingMessage, outgoing: ServerResponse, refused?: Refusal): boolean;
}

const COMMON_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; manifest-src 'self'; ${COMMON_POLICY}`;
/** No other path is open without a token, so that the sign-in page contains its style. */
const SIGN_IN_POLICY = `default-src 'none'; style-src 'sha256-${hashOf(PAGE_STYLE)}'; img-src data:; ${COMMON_POLICY}`;
const HTML = "text/html; charset=utf-8";
const FOREVER = "private, max-age=31536000, immutable";

export function createPage({ hub, clock, baseUrl, streams, dialects, notice, folder }: PageOptions): Page {
  const built = folder === undefined ? undefined : openBuiltPage(folder);
  const startedAtMs = clock.now();
  /** Their names change with their content, so that browsers can cache them. */
  const names = { style: assetName(PAGE_STYLE, "css"), script: assetName(PAGE_SCRIPT, "js") };
  const forever = { "Cache-Control": FOREVER };
  return {
    mount(app) {
      if (built !== undefined) {
        app.get("/", (c) => sendFile(c, built.read("/")));
        app.get("/page/:file", (c) => sendFile(c, built.read(c.req.path)));
      }
      app.get("/", (c) =>
        c.body(renderPage({ url: baseUrl(), dialects, names }), 200, {
          "Content-Type": HTML,
          "Content-Security-Policy": PAGE_POLICY,
          "Cache-Control": "no-store",
        }),
      );
      app.get(names.style, (c) => c.body(PAGE_STYLE, 200, { ...forever, "Content-Type": "text/css; charset=utf-8" }));
      app.get(names.script, (c) =>
        c.body(PAGE_SCRIPT, 200, { ...forever, "Content-Type": "text/javascript; charset=utf-8" }),
      );
      app.get("/status", async (c) => {
        const sessionsMax = c.req.query("sessions") === "all" ? STATUS_SESSIONS_MAX : STATUS_SESSIONS_DEFAULT;
        return c.json(await readStatus({ hub, clock, startedAtMs, streams, notice, sessionsMax }));
      });
    },
    showSignIn(incoming, outgoing, refused) {
      const isBrowser = incoming.headers.accept?.includes("text/html") === true;
      if (incoming.method !== "GET" || !isBrowser || pathOf(incoming) !== "/") return false;
      outgoing.writeHead(refused?.status ?? 401, {
        ...refused?.headers,
        "Content-Type": HTML,
        "Content-Security-Policy": SIGN_IN_POLICY,
        "Cache-Control": "no-store",
        "WWW-Authenticate": 'Bearer realm="parley"',
      });
      outgoing.end(renderSignInPage(baseUrl(), refused));
      return true;
    },
  };
}

function sendFile(c: Context<ServerEnv>, file: PageFile | undefined): Response | Promise<Response> {
  if (file === undefined) return c.notFound();
  const isCompressed = c.req.header("Accept-Encoding")?.includes("gzip") === true;
  return c.body(isCompressed ? file.compressed : file.bytes, 200, {
    "Content-Type": file.type,
    "Cache-Control": file.isImmutable ? FOREVER : "no-store",
    Vary: "Accept-Encoding",
    ...(isCompressed && { "Content-Encoding": "gzip" }),
    ...(file.type === HTML && { "Content-Security-Policy": PAGE_POLICY }),
  });
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

function assetName(text: string, ending: string): string {
  return `/page/${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${ending}`;
}
