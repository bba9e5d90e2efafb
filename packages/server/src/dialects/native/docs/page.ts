// The page at /docs: the OpenAPI document for users, with a curl command for each route.
import type { RouteContract } from "@parley/contract";
import type { Route } from "../route.ts";
import { toCurl } from "./curl.ts";
import { html, prose, type Html } from "./html.ts";
import type { OpenApiDocument, OpenApiResponse, Operation } from "./open-api.ts";
import type { JsonSchema } from "./schema-set.ts";
import { viewDescription, viewSchema, viewType } from "./schema-view.ts";

const OTHERS: readonly { readonly path: string; readonly what: string }[] = [
  { path: "/acp", what: "Agent Client Protocol: HTTP with server-sent events, and WebSocket" },
  { path: "/agents", what: "ACP-REST: agents; runs are at /runs, sessions at /session/{id}" },
  { path: "/.well-known/agent-card.json", what: "A2A: the agent card, which lists the other URLs" },
  { path: "/openapi.json", what: "Machine-readable version" },
];

export function renderDocs(routes: readonly Route[], document: OpenApiDocument, baseUrl: string): string {
  const { tags } = document;
  const groups = tags.map(({ name, description }) => {
    const own = routes.filter(({ contract }) => contract.tag === name);
    return html`<section id="${name}">
      <h2>${name}</h2>
      <p>${description}</p>
      ${own.map(({ contract }) => viewRoute(contract, document, baseUrl))}
    </section>`;
  });
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/docs/filter.js" defer></script>
      </head>
      <body>
        <nav aria-label="Contents">
          <a class="home" href="/">Parley</a>
          <label>Filter <input type="search" id="filter" placeholder="path or word" autocomplete="off" /></label>
          ${tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}
          <a href="#schemas">Schemas</a>
        </nav>
        <main>
          <h1>${document.info.title}</h1>
          ${prose(document.info.description)} ${viewOthers(baseUrl)} ${groups} ${viewSchemas(document)}
          <p id="none" class="none" role="status" hidden></p>
        </main>
      </body>
    </html>`;
  return page.html;
}

function viewOthers(baseUrl: string): Html {
  const rows = OTHERS.map(
    ({ path, what }) =>
      html`<tr>
        <td><code>${baseUrl}${path}</code></td>
        <td>${what}</td>
      </tr>`,
  );
  return html`<p>
      Every request needs the token: as <code>Authorization: Bearer</code>, as <code>X-Secret-Key</code>, or as the
      cookie that <code>/?token=…</code> sets.
    </p>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function viewRoute(contract: RouteContract, document: OpenApiDocument, baseUrl: string): Html {
  const { method, path, summary } = contract;
  const operation = document.paths[path]?.[method];
  const parameters = (operation?.parameters ?? []).map(
    ({ name, in: place, required, schema, description }) =>
      html`<tr>
        <td><code>${name}</code>${required ? html`<span class="required" title="required">*</span>` : ""}</td>
        <td class="type">${place}, ${viewType(schema)}</td>
        <td>${prose(description ?? "")}</td>
      </tr>`,
  );
  return html`<details class="route" id="${method}${path}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span>${summary}</span>
    </summary>
    ${prose(operation?.description ?? "")}
    ${
      parameters.length === 0
        ? ""
        : html`<h4>Parameters</h4>
            <table>
              <tbody>
                ${parameters}
              </tbody>
            </table>`
    }
    ${viewBody(operation?.requestBody, document)}
    <h4>Responses</h4>
    <table>
      <tbody>
        ${Object.entries(operation?.responses ?? {}).map(viewResponse)}
      </tbody>
    </table>
    <h4>Try it</h4>
    <pre><code>${toCurl(contract, baseUrl)}</code></pre>
  </details>`;
}

function viewBody(body: Operation["requestBody"], document: OpenApiDocument): Html {
  const parts = Object.entries(body?.content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="type">${type}</span></h4>
        ${viewSchema(resolve(schema, document))}`,
  );
  return html`${parts}`;
}

function viewResponse([status, { description, content = {} }]: readonly [string, OpenApiResponse]): Html {
  return html`<tr>
    <td><code>${status}</code></td>
    <td class="type">${Object.values(content).map(({ schema }) => viewType(schema))}</td>
    <td>${prose(description)}</td>
  </tr>`;
}

function viewSchemas(document: OpenApiDocument): Html {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<details class="route" id="schema-${name}">
        <summary><code>${name}</code></summary>
        ${viewDescription(schema)} ${viewSchema(schema)}
      </details>`,
  );
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${schemas}
  </section>`;
}

function resolve(schema: JsonSchema, document: OpenApiDocument): JsonSchema | undefined {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : document.components.schemas[name];
}
