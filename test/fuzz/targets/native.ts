// The native API: every route of its own documentation, with examples and schemas that are bent.
import { z } from "zod";
import type { Native } from "../../../packages/server/src/dialects/native/native.ts";
import { nativeRoutes } from "../../../packages/server/src/dialects/native/create-dialect.ts";
import { httpInputs, type HttpInput, type HttpSample } from "../engine/http-inputs.ts";
import { bodyOf, checkSentence, openHttpTarget } from "../engine/http-target.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { isPlayedPath } from "../samples/left-out.ts";

const VALUES: Readonly<Record<string, string>> = {
  id: "SESSION",
  name: "qa",
  configId: "model",
  extension: "clock",
};

const samples: readonly HttpSample[] = nativeRoutes({} as Native)
  .filter(({ contract }) => isPlayedPath(contract.path) && !contract.path.startsWith("/docs"))
  .flatMap(({ contract }) => {
    const owner = /^\/(turns|interactions)\//.exec(contract.path)?.[1];
    const id = owner === "turns" ? "TURN" : owner === "interactions" ? "INTERACTION" : VALUES["id"];
    const path = contract.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => (name === "id" ? id : VALUES[name]) ?? "x",
    );
    const method = contract.method.toUpperCase();
    const query = contract.query === undefined ? "" : `?${new URLSearchParams(toQuery(contract.query)).toString()}`;
    if (contract.body === undefined) return [{ method, path: path + query }];
    const example = { ...(contract.example as object), session_id: "SESSION" };
    return [contract.example ?? {}, example, sampleOf(toSchema(contract.body))].map((body) => ({ method, path, body }));
  });

/** As much of JSON Schema as a sample needs. */
interface JsonSchema {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

function toSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** Something that has every field the schema knows. */
function sampleOf(schema: JsonSchema | undefined, depth = 0): unknown {
  if (schema === undefined || depth > 5) return null;
  const { examples, enum: values, const: only, anyOf, oneOf, type, properties = {}, items } = schema;
  const [first] = examples ?? values ?? (only === undefined ? [] : [only]);
  if (first !== undefined) return first;
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice !== undefined) return sampleOf(choice, depth + 1);
  if (type === "object")
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, depth + 1)]));
  if (type === "array") return [sampleOf(items, depth + 1)];
  return type === "string" ? "say hello" : type === "boolean" ? true : type === undefined ? null : 1;
}

function toQuery(schema: z.ZodType): Record<string, string> {
  const sample = sampleOf(toSchema(schema)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));
}

export const native = defineTarget<HttpInput>({
  name: "native",
  count: 100,
  inputs: httpInputs(samples),
  open: () =>
    openHttpTarget({
      checkAnswer(answer) {
        const body = bodyOf(answer);
        if (answer.status < 400) return;
        checkSentence(body, answer);
        if (body?.["code"] === "internal") throw new BrokenPromise(`an internal error: ${answer.text.slice(0, 500)}`);
      },
      acknowledged(answer, { method, path }) {
        const body = bodyOf(answer);
        const id = body?.["turn_id"];
        if (typeof id === "string") return `/turns/${id}`;
        return method === "POST" && path === "/sessions" && typeof body?.["id"] === "string"
          ? `/sessions/${body["id"]}`
          : undefined;
      },
    }),
});
