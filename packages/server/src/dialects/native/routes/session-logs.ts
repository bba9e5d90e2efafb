// Routes that export and import sessions.
import { parseJson } from "@parley/base";
import { Readable } from "node:stream";
import { z } from "zod";
import { requireAction } from "../../../auth/require-scope.ts";
import { parseBody } from "../../../http/read-body.ts";
import { FieldError } from "../input/field-error.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { sessionSchema } from "../schemas/session.ts";
import { toNativeSession } from "../translate/session.ts";

const tag = "Sessions";
const NDJSON = "application/x-ndjson";

export function sessionLogRoutes({ hub, baseUrl }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/export",
        tag,
        summary: "Export the log of a session, one line per event",
        description: "Secrets are redacted unless `with_secrets` is true, which requires the scope admin.",
        query: z.object({ with_secrets: z.enum(["true", "false"]).optional() }),
        reply: { description: "A header, then the events.", contentType: NDJSON },
        errors: [403, 404],
      },
      async ({ context, query, param }) => {
        const isWhole = query.with_secrets === "true";
        if (isWhole) requireAction(context.get("caller"), "readSecrets");
        const { id } = await hub.sessions.get(param("id"));
        const lines = withNewlines(hub.sessions.export(id, { redact: !isWhole }));
        const body = Readable.toWeb(Readable.from(lines)) as ReadableStream;
        return context.body(body, 200, {
          "Content-Type": NDJSON,
          "Content-Disposition": `attachment; filename="${id}.ndjson"`,
        });
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/import",
        tag,
        summary: "Import an exported session",
        description: `The lines as \`${NDJSON}\`, or as \`{"json": "…"}\`. Gets a new id if the old one is in use.`,
        query: z.object({ agent: z.string().min(1).optional().describe("Agent for the imported session.") }),
        bodyType: NDJSON,
        reply: { status: 201, description: "The session.", schema: sessionSchema },
        errors: [413],
      },
      async ({ context, query }) => {
        const lines = await parseBody(context, (text) => readLines(text, context.req.header("Content-Type") ?? ""));
        const session = await hub.sessions.import(lines, query.agent === undefined ? {} : { agent: query.agent });
        return toNativeSession(session, baseUrl());
      },
    ),
  ];
}

function readLines(text: string, contentType: string): readonly string[] {
  const lines = (contentType.startsWith("application/json") ? readWrapped(text) : text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new FieldError("", "The body is empty; send the lines of an exported session.");
  return lines;
}

function readWrapped(text: string): string {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new FieldError("", `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const result = z.looseObject({ json: z.string() }).safeParse(value);
  if (!result.success) throw new FieldError("json", "must be the lines of an exported session");
  return result.data.json;
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`;
}
