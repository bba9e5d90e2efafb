// The user's own data on models, which overrides our table: `models` in the user's config.json, by id.
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import { join } from "node:path";
import type { ModelOverride, ModelOverrides } from "../models/environment.ts";
import type { ModelPrice } from "../models/model.ts";
import { badSetting } from "@parley/home/user-files";
import { readConfigField } from "./config-file.ts";
import { MODEL_OVERRIDES_MAX } from "../limits.ts";

export interface FoundOverrides {
  readonly overrides: ModelOverrides;
  /** For the user. A model with an invalid entry keeps the values of our table. */
  readonly problems: readonly string[];
}

const FIELD = "models";

/** Never read from a folder's config.json, which must not set prices. Never rejects because of the file's content. */
export async function readModelOverrides(parleyHome: string): Promise<FoundOverrides> {
  const path = join(parleyHome, "config.json");
  const problems: string[] = [];
  const attempt = async <Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const models = await attempt(async () => checkModels(await readConfigField(path, FIELD), path));
  const overrides: Record<string, ModelOverride> = {};
  for (const [id, raw] of Object.entries(models ?? {})) {
    const override = await attempt(() => parseOverride(raw, `${FIELD}[${JSON.stringify(id)}]`, path));
    if (override !== undefined) overrides[id] = override;
  }
  return { overrides, problems };
}

function checkModels(raw: unknown, path: string): JsonObject {
  if (raw === undefined) return {};
  if (isObject(raw) && Object.keys(raw).length <= MODEL_OVERRIDES_MAX) return raw;
  throw badSetting(path, FIELD, raw, `up to ${MODEL_OVERRIDES_MAX} models by id`);
}

interface Kind {
  readonly expected: string;
  readonly schema: JsonObject;
  fits(value: unknown): boolean;
}

const TEXT: Kind = {
  expected: "a string",
  schema: { type: "string", pattern: String.raw`\S` },
  fits: (value) => typeof value === "string" && value.trim() !== "",
};
const COUNT: Kind = {
  expected: "a number of tokens",
  schema: { type: "integer", minimum: 1 },
  fits: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};
const TRUTH: Kind = {
  expected: "true or false",
  schema: { type: "boolean" },
  fits: (value) => typeof value === "boolean",
};
const DOLLARS: Kind = {
  expected: "US dollars per million tokens",
  schema: { type: "number", minimum: 0 },
  fits: (value) => typeof value === "number" && value >= 0,
};
const PRICE: Kind = { expected: "an object with input and output", schema: { type: "object" }, fits: isObject };

export const MODEL_FIELDS: Readonly<Record<keyof ModelOverride, Kind>> = {
  name: TEXT,
  contextTokens: COUNT,
  outputTokensMax: COUNT,
  takesImages: TRUTH,
  thinks: TRUTH,
  price: PRICE,
};
export const PRICE_FIELDS: Readonly<Record<keyof ModelPrice, Kind>> = {
  input: DOLLARS,
  output: DOLLARS,
  cacheRead: DOLLARS,
  cacheWrite: DOLLARS,
};

function parseOverride(raw: unknown, place: string, path: string): ModelOverride {
  const { price, ...rest } = checkFields(raw, MODEL_FIELDS, place, path);
  if (price === undefined) return rest;
  const prices = checkFields(price, PRICE_FIELDS, `${place}.price`, path);
  for (const field of ["input", "output"] as const) {
    if (prices[field] === undefined) throw badSetting(path, `${place}.price.${field}`, undefined, DOLLARS.expected);
  }
  return { ...rest, price: prices as unknown as ModelPrice };
}

/** A misspelt field would silently have no effect. */
function checkFields(raw: unknown, kinds: Readonly<Record<string, Kind>>, place: string, path: string): JsonObject {
  if (!isObject(raw)) throw badSetting(path, place, raw, `an object with ${Object.keys(kinds).join(", ")}`);
  for (const [field, value] of Object.entries(raw)) {
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
    const expected = kind === undefined ? `only ${Object.keys(kinds).join(", ")}` : kind.expected;
    if (kind?.fits(value) !== true) throw badSetting(path, `${place}.${field}`, value, expected);
  }
  return raw;
}
