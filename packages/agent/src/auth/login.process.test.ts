import { silentLog } from "@parley/base";
import { bundleProgram, createTempFolder, startProgram, type TempFolder } from "@parley/test-support";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openCredentials, type Credentials } from "./credentials.ts";
import { logout } from "./login.ts";

const program = new URL("./testing/login.main.ts", import.meta.url);

async function start(
  folder: TempFolder,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<PseudoTerminal> {
  const { PATH = "" } = process.env;
  const all = [await bundleProgram(program), folder.path, ...args];
  return new PseudoTerminal(process.execPath, all, { cwd: folder.path, env: { PATH, ...env } });
}

function kept(folder: TempFolder): Credentials {
  return openCredentials(folder.path, { log: silentLog });
}

describe("signing in at a terminal", () => {
  it("asks for the provider and, without echo, for the key, and saves it", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, []);
    await terminal.sees("1  anthropic: Anthropic");
    await terminal.sees("github: GitHub Models");
    await terminal.sees("Which provider? ");
    terminal.types("nobody\r");
    await terminal.sees('"nobody" is not in the list');
    terminal.types("1\r");
    await terminal.sees("ANTHROPIC_API_KEY: ");
    terminal.types("good-key\r");
    await terminal.sees("Saved to ");
    await terminal.sees("<anthropic>");
    expect(await terminal.exited).toBe(0);
    expect(await kept(folder).secret("ANTHROPIC_API_KEY")).toBe("good-key");
  });

  it("never shows the key, however it is typed", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["openai"]);
    await terminal.sees("OPENAI_API_KEY: ");
    // Cleared, mistyped, pasted with the marks of a paste, an arrow in the middle.
    terminal.types("wrong\u0015xx\u007f\u007f\u001b[200~good\u001b[201~\u001b[D-1é\u007f\r");
    expect(await terminal.exited).toBe(0);
    // The folder's random name may contain any of them.
    const shown = terminal.unread.replaceAll(folder.path, "FOLDER");
    for (const text of ["good", "-1", "wrong", "xx", "*"]) expect(shown).not.toContain(text);
    await terminal.sees("Saved to ");
    expect(await kept(folder).secret("openai")).toBe("good-1");
  });

  it("asks again for a rejected key, up to three times", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["anthropic"]);
    for (const key of ["one", "two", "three"]) {
      await terminal.sees("ANTHROPIC_API_KEY: ");
      terminal.types(`${key}\r`);
      await terminal.sees("Anthropic did not accept the key: wrong key");
    }
    await terminal.sees("<sign_in_needed:");
    expect(await kept(folder).list()).toEqual([]);
  });

  it("saves a key that could not be verified, and reports that and what takes precedence", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["anthropic"], { ANTHROPIC_API_KEY: "other" });
    await terminal.sees("ANTHROPIC_API_KEY: ");
    terminal.types("odd\r");
    await terminal.sees("Could not verify the key (no network). Saved to ");
    await terminal.sees("ANTHROPIC_API_KEY is set in the environment");
    await terminal.sees("<anthropic>");
    expect(await kept(folder).secret("anthropic")).toBe("odd");
  });

  it("echoes values that are not secret, and accepts an optional key", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["openai-compatible"]);
    await terminal.sees("OPENAI_BASE_URL: ");
    terminal.types("http://good.test/v12\u007f\r");
    await terminal.sees("http://good.test/v1");
    await terminal.sees("OPENAI_API_KEY (optional): ");
    terminal.types("\r");
    await terminal.sees("<openai-compatible>");
    expect(await kept(folder).get("openai-compatible")).toEqual({ OPENAI_BASE_URL: "http://good.test/v1" });
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
    ["nothing", "\r"],
  ])("is cancelled by %s", async (_, keys) => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["anthropic"]);
    await terminal.sees("ANTHROPIC_API_KEY: ");
    terminal.types(keys);
    await terminal.sees("<nothing>");
    expect(await terminal.exited).toBe(0);
    expect(await kept(folder).list()).toEqual([]);
  });

  it("shows the code of GitHub", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["github"], { PARLEY_GITHUB_CLIENT_ID: "Iv1.x" });
    await terminal.sees("open https://github.com/login/device and enter the code ABCD-1234");
    await terminal.sees("<github>");
    expect(await terminal.exited).toBe(0);
  });

  it("accepts a GitHub token if no app is configured, and explains what a device code needs", async () => {
    await using folder = await createTempFolder();
    using terminal = await start(folder, ["github"]);
    await terminal.sees("set PARLEY_GITHUB_CLIENT_ID to the client id of a GitHub app");
    await terminal.sees("GITHUB_TOKEN: ");
    terminal.types("good-token\r");
    await terminal.sees("<github>");
    expect(await kept(folder).secret("GITHUB_TOKEN")).toBe("good-token");
  });

  it("lists providers, and those that need no key", async () => {
    await using folder = await createTempFolder();
    using one = await start(folder, ["nobody"]);
    await one.sees('<usage: Provider "nobody" not found; available: anthropic,');
    using two = await start(folder, ["ollama"]);
    await two.sees("<usage: ollama needs no key>");
    expect(await kept(folder).list()).toEqual([]);
  });
});

describe("signing in by a pipe", () => {
  it("reads the key from the first line, with or without a line break", async () => {
    for (const text of ["good-1\n", "good-1\r\nmore\n", "good-1"]) {
      await using folder = await createTempFolder();
      await using child = startProgram(await bundleProgram(program), { args: [folder.path, "anthropic"] });
      child.stdin.end(text);
      expect(await child.exited).toMatchObject({ code: 0 });
      expect(await kept(folder).secret("anthropic")).toBe("good-1");
    }
  });

  it("reads the address of a server that needs no key", async () => {
    for (const [text, values] of [
      ["http://good.example/v1", { OPENAI_BASE_URL: "http://good.example/v1" }],
      ["http://good.example/v1\ngood-1\n", { OPENAI_BASE_URL: "http://good.example/v1", OPENAI_API_KEY: "good-1" }],
    ] as const) {
      await using folder = await createTempFolder();
      await using child = startProgram(await bundleProgram(program), { args: [folder.path, "openai-compatible"] });
      child.stdin.end(text);
      expect(await child.exited).toMatchObject({ code: 0 });
      expect(await kept(folder).get("openai-compatible")).toEqual(values);
    }
  });

  it.each([
    ["nothing", "", "<usage: No key for Anthropic on standard input"],
    ["an empty line", "\n", "<usage: No key for Anthropic on standard input"],
    ["a key that is refused", "bad\ngood\n", "<sign_in_needed: Anthropic accepted no key; nothing was saved"],
  ])("explains what is wrong with %s", async (_, text, said) => {
    await using folder = await createTempFolder();
    await using child = startProgram(await bundleProgram(program), { args: [folder.path, "anthropic"] });
    const output = child.output();
    child.stdin.end(text);
    expect(await child.exited).toMatchObject({ code: 0 });
    expect(await output).toContain(said);
    expect(await kept(folder).list()).toEqual([]);
  });
});

describe("signing out", () => {
  it("removes one key or all, and names them", async () => {
    await using folder = await createTempFolder();
    const credentials = kept(folder);
    for (const id of ["a", "b", "c"]) await credentials.set(id, { KEY: "k" });
    const output = new PassThrough();
    expect(await logout({ output, credentials, providerId: "a" })).toEqual(["a"]);
    expect(await logout({ output, credentials, providerId: "a" })).toEqual([]);
    expect(await logout({ output, credentials })).toEqual(["b", "c"]);
    expect(String(output.read())).toMatch(
      /^Removed the saved key of a\..*\nNo saved key of a\..*\nRemoved the saved key of b, c\..*\n$/,
    );
  });
});

describe("credentials", () => {
  it("of concurrent processes and calls are all saved", async () => {
    await using folder = await createTempFolder();
    const keeper = await bundleProgram(new URL("./testing/keep-credentials.main.ts", import.meta.url));
    await using one = startProgram(keeper, { args: [folder.path, "one", "15"] });
    await using two = startProgram(keeper, { args: [folder.path, "two", "15"] });
    const here = kept(folder);
    await Promise.all(Array.from({ length: 15 }, (_, number) => here.set(`here-${number}`, { KEY: "k" })));
    expect(await Promise.all([one.exited, two.exited])).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await here.list()).toHaveLength(45);
    expect(await here.secret("two-14")).toBe("secret-two-14");
  });
});
