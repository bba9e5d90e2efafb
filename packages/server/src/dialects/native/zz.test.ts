import { openTestServer } from "@parley/test-support/server";
import { test } from "vitest";
import { createApi } from "./testing/api.ts";
test("x", async () => {
  await using server = await openTestServer();
  const api = createApi(server);
  server.hub.turns.onChange((t) => console.log("turn", t.id.slice(-4), t.agent, t.state, JSON.stringify(t.error)));
  void api.reply({ user_message: "write tests for coverage and reproduce a bug" });
  await new Promise((f) => setTimeout(f, 3000));
  void api.talk("think hm\nsay hello\nwrite a.txt x");
  await new Promise((f) => setTimeout(f, 2000));
  console.log("now");
  const r = await Promise.race([api.talk("say one"), new Promise((f) => setTimeout(() => f("HANG"), 5000))]);
  console.log(r === "HANG" ? r : "fine");
}, 25000);
