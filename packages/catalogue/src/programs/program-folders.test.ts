import { describe, expect, it } from "vitest";
import { findKnownAgent, knownAgents } from "../known/known-agents.ts";
import { commonFolders, expandPlace, expandPlaces } from "./program-folders.ts";
import { createHostEnvironment, searchFolders } from "./host-environment.ts";

const windows = createHostEnvironment({
  platform: "win32",
  homeFolder: "C:/Users/me",
  env: {
    LocalAppData: "C:/Users/me/AppData/Local",
    "ProgramFiles(x86)": "C:/Program Files (x86)",
    Path: "C:\\bin;relative;",
  },
});
const mac = createHostEnvironment({
  platform: "darwin",
  homeFolder: "/Users/me",
  env: { PATH: "/usr/bin::.:rel", TOOLS: "/t" },
});

describe("places", () => {
  it("have the home folder and variables filled in", () => {
    expect(expandPlace("~/.local/bin/goose", mac)).toBe("/Users/me/.local/bin/goose");
    expect(expandPlace("$TOOLS/a/${TOOLS}", mac)).toBe("/t/a/t");
    expect(expandPlace("%LOCALAPPDATA%/Goose/goose.exe", windows)).toBe("C:/Users/me/AppData/Local/Goose/goose.exe");
    expect(expandPlace("%ProgramFiles(x86)%/x", windows)).toBe("C:/Program Files (x86)/x");
  });

  it("are left out when a variable is not set, rather than meaning something else", () => {
    expect(expandPlace("$NOTHING/bin", mac)).toBeUndefined();
    expect(expandPlace("%NOTHING%/bin", windows)).toBeUndefined();
  });

  it("keep a tilde that is no home", () => {
    expect(expandPlace("/a/~b", mac)).toBe("/a/~b");
    expect(expandPlace("~other/x", mac)).toBe("~other/x");
  });

  it("of goose are those of the guide", () => {
    const goose = findKnownAgent("goose");
    const placesOn = (host: typeof mac): string[] => [
      ...commonFolders(host).map((folder) => `${folder}/goose`),
      ...expandPlaces(goose?.places ?? {}, host),
    ];
    expect(placesOn(mac)).toEqual(
      expect.arrayContaining([
        "/Applications/Goose.app/Contents/MacOS/goose",
        "/Users/me/.local/bin/goose",
        "/usr/local/bin/goose",
        "/opt/homebrew/bin/goose",
      ]),
    );
    const linux = createHostEnvironment({ platform: "linux", homeFolder: "/home/me", env: {} });
    expect(placesOn(linux)).toEqual(
      expect.arrayContaining([
        "/home/me/.local/bin/goose",
        "/usr/local/bin/goose",
        "/usr/bin/goose",
        "/usr/share/goose/bin/goose",
      ]),
    );
    expect(placesOn(windows)).toContain("C:/Users/me/AppData/Local/Goose/goose.exe");
  });
});

describe("PATH", () => {
  it("is searched in whole folders only", () => {
    expect(searchFolders(mac)).toEqual(["/usr/bin"]);
    expect(searchFolders(windows)).toEqual(["C:\\bin"]);
  });
});

describe("the table of known agents", () => {
  it("has every agent once, with a way to get it", () => {
    const names = knownAgents.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "goose",
        "claude",
        "codex",
        "gemini",
        "copilot",
        "opencode",
        "cline",
        "qwen",
        "kilo",
        "auggie",
        "pi",
        "parley",
      ]),
    );
    for (const { start, install, name } of knownAgents) {
      expect([name, start.at(-1)?.since]).toEqual([name, undefined]);
      expect([name, install.command ?? install.url ?? install.label]).toEqual([name, expect.stringMatching(/./)]);
    }
  });

  it("is searched by name, by id and by program", () => {
    expect(
      ["claude", "claude-acp", "claude-agent-acp", "claude-code-acp"].map((name) => findKnownAgent(name)?.name),
    ).toEqual(Array(4).fill("claude"));
    expect(findKnownAgent("nobody")).toBeUndefined();
  });
});
