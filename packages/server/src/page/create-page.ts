// The content of /: the built page, the sign-in page, or a notice that no page was built. Nothing is loaded from other
// servers.
import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dialect, ServerEnv } from "../http/dialect.ts";
import { pathOf } from "../http/admission.ts";
import type { Refusal } from "../http/refusal.ts";
import { openBuiltPage, type PageFile } from "./built-page.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { renderNoPage } from "./render-no-page.ts";
import { renderSignInPage } from "./render-sign-in-page.ts";

export interface PageOptions {
  readonly baseUrl: () => string;
  /** Folder of the built page. Without it, `/` says so. */
  readonly folder?: string | undefined;
}

export interface Page extends Pick<Dialect, "mount"> {
  /** Shows a browser how to sign in, and why its token was refused. False if the client is not a browser. */
  showSignIn(incoming: IncomingMessage, outgoing: ServerResponse, refused?: Refusal): boolean;
}

const COMMON_POLICY = "base-uri 'none'; frame-ancestors 'none'";
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; manifest-src 'self'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${COMMON_POLICY}`;
/** Pages other than the built one contain their own style; one has the sign-in form. */
const OWN_POLICY = `default-src 'none'; style-src 'sha256-${hashOf(PAGE_STYLE)}'; img-src data:; form-action 'self'; ${COMMON_POLICY}`;
const HTML = "text/html; charset=utf-8";
const FOREVER = "private, max-age=31536000, immutable";

export function createPage({ baseUrl, folder }: PageOptions): Page {
  const built = folder === undefined ? undefined : openBuiltPage(folder);
  return {
    mount(app) {
      if (built === undefined) {
        const headers = { "Content-Type": HTML, "Content-Security-Policy": OWN_POLICY, "Cache-Control": "no-store" };
        app.get("/", (c) => c.body(renderNoPage(baseUrl()), 200, headers));
      } else {
        app.get("/", (c) => sendFile(c, built.read("/")));
        app.get("/page/:file", (c) => sendFile(c, built.read(c.req.path)));
      }
    },
    showSignIn(incoming, outgoing, refused) {
      const isBrowser = incoming.headers.accept?.includes("text/html") === true;
      if (incoming.method !== "GET" || !isBrowser || pathOf(incoming) !== "/") return false;
      outgoing.writeHead(refused?.status ?? 401, {
        ...refused?.headers,
        "Content-Type": HTML,
        "Content-Security-Policy": OWN_POLICY,
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
