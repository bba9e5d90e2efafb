// The name of the person who is signed in, so that their own prompts are from "You".
import type { Remote } from "@parley/remote";
import { useEffect, useState } from "react";
import { useServer } from "./page-server.ts";

/** Signed in with the server's own token, which has no name. */
const OWNER = "token";

/** It stays the same as long as the page is open. */
const asked = new WeakMap<Remote, Promise<string | undefined>>();

/** Undefined until it is known, and for the owner of the server. */
export function usePerson(): string | undefined {
  const { remote } = useServer();
  const [person, setPerson] = useState<string>();
  useEffect(() => {
    let isShown = true;
    const known = asked.get(remote) ?? askFor(remote);
    asked.set(remote, known);
    void known.then((name) => isShown && setPerson(name));
    return () => {
      isShown = false;
    };
  }, [remote]);
  return person;
}

async function askFor(remote: Remote): Promise<string | undefined> {
  try {
    const { access } = await remote.request("server/get", {});
    return access.name === OWNER ? undefined : access.name;
  } catch {
    // The next conversation asks again. Until then the prompts of this person have their name.
    asked.delete(remote);
    return undefined;
  }
}
