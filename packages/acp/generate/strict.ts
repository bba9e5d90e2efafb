// Writes src/generated/strict.js, the validators that refuse whatever the schema does not allow. Part of every build.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDefs } from "./load-schema.ts";
import { toPlainSchemas } from "./plain-schema.ts";
import { readDefs } from "./read-defs.ts";
import { structuredDefs } from "./structured-defs.ts";

const target = new URL("../src/generated/strict.js", import.meta.url);

const defs = loadDefs();
const names = structuredDefs(readDefs(defs)).map(({ name }) => name);
const schemas = toPlainSchemas(defs);
const stamp = `// Validators of the Agent Client Protocol, made by the build. Inputs: ${fingerprint()}\n`;
if (!isUpToDate()) writeFileSync(target, stamp + (await bundle(await compile())));

/** Everything that determines the result: the schema, this file, and the tools. */
function fingerprint(): string {
  const hash = createHash("sha256").update(JSON.stringify(schemas)).update(names.join());
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  const require = createRequire(import.meta.url);
  for (const tool of ["ajv", "esbuild"]) hash.update((require(`${tool}/package.json`) as { version: string }).version);
  return hash.digest("hex");
}

function isUpToDate(): boolean {
  return existsSync(target) && readFileSync(target, "utf8").startsWith(stamp);
}

/** The tools are loaded only when needed, because most builds find no changes. */
async function compile(): Promise<string> {
  const { Ajv } = await import("ajv");
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = new Ajv({
    schemas: [...schemas],
    code: { source: true, esm: true },
    discriminator: true,
    inlineRefs: false, // One function per def, because inlining would make the file many times as long.
    strict: false,
  });
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return `${code.replaceAll("export const ", "const ")}\nexport const validators = { ${names.join(", ")} };`;
}

/** Bundles what ajv leaves as `require`, so that the file is self-contained. */
async function bundle(code: string): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: dirname(fileURLToPath(import.meta.url)), loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made no file");
  return file.text;
}
