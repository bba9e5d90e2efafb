// What the page keeps in the browser's storage.

const PREFIX = "parley.";

/** Without the prefix, in order. */
export function listStored(): readonly string[] {
  return keys()
    .map((key) => key.slice(PREFIX.length))
    .toSorted();
}

/** The page starts over, because its parts hold what they read before. */
export function forgetStored(): void {
  for (const key of keys()) localStorage.removeItem(key);
  location.reload();
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // The browser allows no storage here.
    return [];
  }
}
