// The document as OpenAPI 3.1 demands it: its structure, its JSON Schemas (2020-12) and its examples.
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { nativeRoutes } from "../create-dialect.ts";
import type { Native } from "../native.ts";
import { createOpenApi, type OpenApiDocument } from "./open-api.ts";

const content = z.record(z.string(), z.strictObject({ schema: z.looseObject({}), example: z.unknown().optional() }));

const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  parameters: z
    .array(
      z.discriminatedUnion("in", [
        z.strictObject({
          name: z.string(),
          in: z.literal("path"),
          required: z.literal(true),
          schema: z.looseObject({}),
        }),
        z.strictObject({
          name: z.string(),
          in: z.literal("query"),
          required: z.boolean(),
          description: z.string().optional(),
          schema: z.looseObject({}),
        }),
      ]),
    )
    .optional(),
  requestBody: z.strictObject({ content }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: content.optional() }),
  ),
});

const openApi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(z.enum(["get", "post", "put", "delete"]), operation)),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.strictObject({ type: z.literal("http"), scheme: z.literal("bearer") })),
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.looseObject({})),
  }),
});

// Routes only touch the hub when they are called.
const native = { baseUrl: () => "http://127.0.0.1:1" } as unknown as Native;

describe("the OpenAPI document", () => {
  let document: OpenApiDocument;
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) => Object.values(item).map((one) => ({ path, ...one })));

  beforeAll(() => {
    document = JSON.parse(JSON.stringify(createOpenApi(nativeRoutes(native), native.baseUrl()))) as OpenApiDocument;
  });

  it("has the structure of OpenAPI 3.1", () => {
    expect(openApi.safeParse(document).error).toBeUndefined();
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("declares the parameters of every path, and tags that exist", () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { path, parameters = [], tags: own } of operations()) {
      const names = parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(names);
      expect(tags).toEqual(expect.arrayContaining([...own]));
    }
  });

  it("has schemas with matching examples", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const $id = "https://document.test/openapi.json";
    ajv.addSchema({ $id, components: document.components });
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const compile = (schema: object) => {
      const text = JSON.stringify(schema).replaceAll('"#/', `"${$id}#/`);
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
      compiled.set(text, validate);
      return validate;
    };
    const named = Object.values(document.components.schemas);
    const bodies = operations().flatMap(({ requestBody, responses, parameters = [] }) => [
      ...[requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {})),
      ...parameters.map(({ schema }) => ({ schema, example: undefined })),
    ]);
    const all = [...named.map((schema) => ({ schema, example: schema["example"] })), ...bodies];
    expect(all.length).toBeGreaterThan(150);
    for (const { schema, example } of all) {
      const validate = compile(schema);
      if (example === undefined) continue;
      void validate(example);
      expect({ example, errors: validate.errors }).toEqual({ example, errors: null });
    }
  });

  it("names every schema once", () => {
    const text = JSON.stringify(document);
    for (const name of ["Agent", "Error", "Frame", "Message", "Plan", "Recipe", "ReplyRequest", "Session"]) {
      expect(text).toContain(`"#/components/schemas/${name}"`);
    }
    expect(text).not.toContain("$defs");
  });
});
