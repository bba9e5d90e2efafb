// The reader's position among entries of different heights, moved by rows, pages and entries.

/** The first shown row. */
export interface Place {
  readonly entry: number;
  readonly row: number;
}

/** `heightOf`: rows of an entry, at least 1. */
export interface Pages {
  readonly count: number;
  readonly rows: number;
  readonly heightOf: (entry: number) => number;
}

export const START: Place = { entry: 0, row: 0 };

/** The position at which the last row is at the bottom. */
export function lastPlace({ count, rows, heightOf }: Pages): Place {
  let left = rows;
  for (let entry = count - 1; entry >= 0; entry -= 1) {
    const height = heightOf(entry);
    if (height >= left) return { entry, row: height - left };
    left -= height;
  }
  return START;
}

export function isBefore(one: Place, other: Place): boolean {
  return one.entry < other.entry || (one.entry === other.entry && one.row < other.row);
}

/** Never past the last page. */
export function moveRows(place: Place, by: number, pages: Pages): Place {
  const moved = by < 0 ? moveUp(place, -by, pages) : moveDown(place, by, pages);
  const last = lastPlace(pages);
  return isBefore(last, moved) ? last : moved;
}

function moveUp({ entry, row }: Place, by: number, { heightOf }: Pages): Place {
  let [at, left] = [entry, by - row];
  while (left > 0 && at > 0) {
    at -= 1;
    left -= heightOf(at);
  }
  return { entry: at, row: Math.max(0, -left) };
}

function moveDown({ entry, row }: Place, by: number, { count, heightOf }: Pages): Place {
  let [at, left] = [entry, by + row];
  while (at < count - 1 && left >= heightOf(at)) {
    left -= heightOf(at);
    at += 1;
  }
  return { entry: at, row: left };
}

/** Moves as little as possible, so that the row is shown with some room below. */
export function moveToShow(place: Place, target: Place, rowsBelow: number, pages: Pages): Place {
  if (isBefore(target, place)) return target;
  const wanted = Math.max(0, pages.rows - Math.min(pages.rows, rowsBelow));
  const lowest = moveUp(target, wanted, pages);
  return isBefore(place, lowest) ? lowest : place;
}
