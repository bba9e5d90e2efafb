// The folder of the built page, next to the command line's bundle. Undefined when run from source.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export function findBuiltPage(): string | undefined {
  const started = process.argv[1];
  if (started === undefined || !existsSync(started)) return undefined;
  const folder = dirname(realpathSync(started));
  // The installed command is `bin/parley.cjs`, which loads the bundle.
  const places = [join(folder, "page"), join(folder, "..", "dist", "page")];
  return places.find((place) => existsSync(join(place, "index.html")));
}
