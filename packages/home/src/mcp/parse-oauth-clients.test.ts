import { describe, expect, it } from "vitest";
import { parseOAuthClients, withoutClients } from "./parse-oauth-clients.ts";

const url = "https://mcp.example/";

describe("the clients of remote MCP servers", () => {
  it("are read by server, without the servers that have none", () => {
    const listed = {
      plain: { url },
      local: { command: "tool" },
      small: { url, clientId: "parley" },
      whole: { url, clientId: "parley", clientSecret: "${SECRET}", callbackPort: 65_535 },
      odd: "text",
    };
    const { clients, problems } = parseOAuthClients(listed);
    expect([...clients]).toEqual([
      ["small", { id: "parley" }],
      ["whole", { id: "parley", secretVariable: "SECRET", callbackPort: 65_535 }],
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    [{ command: "tool", clientId: "parley" }, "clientId: only for remote servers"],
    [{ url, clientSecret: "${SECRET}" }, "clientId: expected the id"],
    [{ url, clientId: " " }, "clientId: expected the id"],
    [{ url, clientId: 7 }, "clientId: expected the id"],
    [{ url, clientId: "parley", callbackPort: 0 }, "callbackPort: expected a number"],
    [{ url, clientId: "parley", callbackPort: 65_536 }, "callbackPort: expected a number"],
    [{ url, clientId: "parley", callbackPort: 80.5 }, "callbackPort: expected a number"],
    [{ url, clientId: "parley", callbackPort: "80" }, "callbackPort: expected a number"],
  ])("are refused with a sentence: %j", (server, problem) => {
    const { clients, problems } = parseOAuthClients({ name: server });
    expect(clients.size).toBe(0);
    expect(problems).toEqual([expect.stringContaining(`mcpServers.name: ${problem}`)]);
  });

  it.each(["hunter2", "${SECRET}hunter2", "hunter2${SECRET}", "$SECRET", "${SECRET:-hunter2}", "", 5, null])(
    "never have a secret in the file, such as %j",
    (clientSecret) => {
      const { clients, problems } = parseOAuthClients({ name: { url, clientId: "parley", clientSecret } });
      expect(clients.size).toBe(0);
      expect(problems).toEqual([expect.stringContaining("clientSecret: expected a variable")]);
      expect(problems.join("")).not.toContain("hunter2");
    },
  );

  it.each([undefined, null, "text", []])("are none in %j", (listed) => {
    expect(parseOAuthClients(listed)).toEqual({ clients: new Map(), problems: [] });
    expect(withoutClients(listed)).toBe(listed);
  });

  it("can be removed from the servers, so that their variables are not read", () => {
    const client = { clientId: "parley", clientSecret: "${SECRET}", callbackPort: 1 };
    expect(withoutClients({ a: { url, ...client }, b: 5 })).toEqual({ a: { url }, b: 5 });
  });
});
