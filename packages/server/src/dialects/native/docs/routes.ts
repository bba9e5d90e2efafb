// The documentation: machine-readable at /openapi.json, as a page at /docs.
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import { FILTER_SCRIPT, STYLE } from "./assets.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";

/** Only files of this server, and no inline scripts. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

interface Docs {
  readonly json: string;
  readonly page: string;
}

export function docRoutes({ baseUrl }: Native, routes: readonly Route[]): readonly Route[] {
  let docs: Promise<Docs> | undefined;
  // Built on first use, because most servers never need them.
  const getDocs = (): Promise<Docs> => (docs ??= makeDocs([...routes, ...own], baseUrl()));
  const own = [
    defineRoute(
      {
        method: "get",
        path: "/openapi.json",
        tag: "About",
        summary: "OpenAPI 3.1 document of this API",
        reply: { description: "The document." },
      },
      async ({ context }) => answer(context, (await getDocs()).json, "application/json"),
    ),
    defineRoute(
      {
        method: "get",
        path: "/docs",
        tag: "About",
        summary: "Documentation page of this API",
        reply: { description: "The page.", contentType: "text/html" },
      },
      async ({ context }) => {
        context.header("Content-Security-Policy", PAGE_POLICY);
        return answer(context, (await getDocs()).page, "text/html");
      },
    ),
  ];
  return [
    ...own,
    fileRoute("/docs/style.css", "text/css", STYLE),
    fileRoute("/docs/filter.js", "text/javascript", FILTER_SCRIPT),
  ];
}

async function makeDocs(routes: readonly Route[], baseUrl: string): Promise<Docs> {
  const [{ createOpenApi }, { renderDocs }] = await Promise.all([import("./open-api.ts"), import("./page.ts")]);
  const document = createOpenApi(routes, baseUrl);
  return { json: JSON.stringify(document), page: renderDocs(routes, document, baseUrl) };
}

function answer(context: Context<ServerEnv>, text: string, type: string): Response {
  return context.body(text, 200, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-cache" });
}

function fileRoute(path: string, type: string, text: string): Route {
  return defineRoute(
    {
      method: "get",
      path,
      tag: "About",
      summary: "File of the documentation page",
      reply: { description: "The file.", contentType: type },
    },
    ({ context }) => answer(context, text, type),
  );
}
