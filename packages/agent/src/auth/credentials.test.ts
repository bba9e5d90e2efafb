import { silentLog, type Log } from "@parley/base";
import { createFakeClock, createTempFolder, type TempFolder } from "@parley/test-support";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openCredentials, type Credentials } from "./credentials.ts";

const SECRET = "sk-ant-very-secret";

function open(folder: TempFolder, log: Log = silentLog): Credentials {
  return openCredentials(folder.path, { log, clock: createFakeClock() });
}

async function put(folder: TempFolder, text: string, mode = 0o600): Promise<void> {
  await writeFile(folder.file("credentials.json"), text, { mode });
  await chmod(folder.file("credentials.json"), mode);
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe("credentials", () => {
  it("are saved, found by id and by variable, listed without secrets, and removed", async () => {
    await using folder = await createTempFolder();
    const credentials = open(folder);
    expect(await credentials.secret("anthropic")).toBeUndefined();
    expect(await credentials.remove("anthropic")).toBe(false);
    await credentials.set("anthropic", { ANTHROPIC_API_KEY: SECRET });
    await credentials.set("azure", { AZURE_API_KEY: "az", AZURE_RESOURCE_NAME: "mine" });
    await credentials.set("github", { GITHUB_TOKEN: "gho_1" });
    const again = open(folder);
    expect(await again.get("anthropic")).toEqual({ ANTHROPIC_API_KEY: SECRET });
    expect(await again.secret("github")).toBe("gho_1");
    expect(await again.secret("AZURE_RESOURCE_NAME")).toBe("mine");
    expect(await again.secret("OPENAI_API_KEY")).toBeUndefined();
    for (const name of ["constructor", "__proto__", "toString"]) expect(await again.secret(name)).toBeUndefined();
    expect(await again.list()).toEqual([
      { id: "anthropic", variables: ["ANTHROPIC_API_KEY"] },
      { id: "azure", variables: ["AZURE_API_KEY", "AZURE_RESOURCE_NAME"] },
      { id: "github", variables: ["GITHUB_TOKEN"] },
    ]);
    expect(await again.remove("anthropic")).toBe(true);
    expect(await credentials.secret("ANTHROPIC_API_KEY")).toBeUndefined();
    expect(await readFile(again.path, "utf8")).not.toContain(SECRET);
  });

  it("are readable only by the owner, as is the folder created for them", async () => {
    await using folder = await createTempFolder();
    const credentials = openCredentials(folder.file("new", "home"), { log: silentLog });
    await credentials.set("a", { KEY: SECRET });
    expect(await modeOf(credentials.path)).toBe(0o600);
    expect(await modeOf(folder.file("new", "home"))).toBe(0o700);
    await credentials.set("b", { KEY: SECRET });
    expect(await modeOf(credentials.path)).toBe(0o600);
    expect(await readdir(folder.file("new", "home"))).toEqual(["credentials.json"]);
  });

  it("that others could read are made private, with a warning that does not quote them", async () => {
    await using folder = await createTempFolder();
    const warnings: string[] = [];
    const log: Log = {
      write: (level, message, fields) => warnings.push(`${level} ${message} ${JSON.stringify(fields)}`),
    };
    await open(folder).set("a", { KEY: SECRET });
    await chmod(folder.file("credentials.json"), 0o644);
    expect(await open(folder, log).secret("a")).toBe(SECRET);
    expect(await modeOf(folder.file("credentials.json"))).toBe(0o600);
    expect(warnings).toEqual([expect.stringMatching(/^warn .*readable by other users/)]);
    expect(warnings.join()).not.toContain(SECRET);
    await open(folder, log).secret("a");
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ["no JSON", `{"version":1,"credentials":{"a":{"values":{"KEY":"${SECRET}"`],
    ["empty", ""],
    ["no version", '{"credentials":{}}'],
    ["a list", `["${SECRET}"]`],
    ["no credentials", '{"version":1,"credentials":[]}'],
  ])("that are %s are moved aside with an error that does not quote them", async (_, text) => {
    await using folder = await createTempFolder();
    await put(folder, text);
    const credentials = open(folder);
    const error = await credentials.secret("a").then(
      () => undefined,
      (cause: unknown) => cause as Error,
    );
    expect(error).toMatchObject({ code: "bad_config", message: expect.stringContaining("moved to") });
    expect(error?.cause).toBeUndefined();
    expect(`${error?.message} ${error?.stack}`).not.toContain(SECRET);
    const [aside, ...others] = (await readdir(folder.path)).filter((name) => name.includes("damaged"));
    expect(others).toEqual([]);
    expect(await readFile(folder.file(aside ?? ""), "utf8")).toBe(text);
    expect(await modeOf(folder.file(aside ?? ""))).toBe(0o600);
    expect(await credentials.secret("a")).toBeUndefined();
    await credentials.set("a", { KEY: "new" });
    expect(await credentials.secret("a")).toBe("new");
  });

  it("of a newer version are read as far as possible, and not changed", async () => {
    await using folder = await createTempFolder();
    const text = JSON.stringify({ version: 2, credentials: { a: { values: { KEY: "k" } }, b: { sealed: "…" } } });
    await put(folder, text);
    const credentials = open(folder);
    expect(await credentials.secret("a")).toBe("k");
    expect(await credentials.get("b")).toBeUndefined();
    await expect(credentials.set("c", { KEY: "k" })).rejects.toThrow(/newer version of Parley/);
    expect(await readFile(credentials.path, "utf8")).toBe(text);
  });

  it("keep unknown fields", async () => {
    await using folder = await createTempFolder();
    const odd = { version: 1, note: "mine", credentials: { odd: { sealed: 1 }, a: { values: { KEY: "k", N: 1 } } } };
    await put(folder, JSON.stringify(odd));
    await open(folder).set("b", { KEY: "k" });
    const file: unknown = JSON.parse(await readFile(folder.file("credentials.json"), "utf8"));
    expect(file).toMatchObject({ note: "mine", credentials: { odd: { sealed: 1 }, b: { values: { KEY: "k" } } } });
  });

  it("refuse what cannot be a key", async () => {
    await using folder = await createTempFolder();
    const credentials = open(folder);
    for (const values of [{}, { KEY: "" }, { KEY: "a b" }, { KEY: "a\r\nx-evil: 1" }, { KEY: "x".repeat(20_000) }]) {
      await expect(credentials.set("a", values)).rejects.toMatchObject({ code: "usage" });
    }
    await expect(credentials.set("", { KEY: "k" })).rejects.toMatchObject({ code: "usage" });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("in something that is no file, or behind a link", async () => {
    await using folder = await createTempFolder();
    await mkdir(folder.file("credentials.json"));
    await expect(open(folder).secret("a")).rejects.toMatchObject({ code: "file_is_special" });
    await using other = await createTempFolder();
    await symlink(other.file("elsewhere.json"), other.file("credentials.json"));
    await writeFile(other.file("elsewhere.json"), '{"version":1,"credentials":{}}', { mode: 0o600 });
    await open(other).set("a", { KEY: "k" });
    expect(await readFile(other.file("elsewhere.json"), "utf8")).toContain('"k"');
    expect(await open(other).secret("a")).toBe("k");
  });
});
