// A session that has not changed is the same object.
import { openTestHub } from "@parley/test-support/hub";
import { expect, it } from "vitest";

it("returns the same object until something changes, and then a new one", async () => {
  await using place = await openTestHub();
  const { sessions } = place.hub;
  const made = await sessions.create({ title: "Before" });
  expect(await sessions.get(made.id)).toBe(made);
  expect((await sessions.list()).sessions[0]).toBe(made);
  const renamed = await sessions.rename(made.id, "After");
  expect(renamed).toMatchObject({ id: made.id, title: "After", lastSeq: 1 });
  expect(made.title).toBe("Before");
  expect((await sessions.list()).sessions).toEqual([renamed]);
});
