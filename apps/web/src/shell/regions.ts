// F6 goes from one region of the page to the next, as in editors.

/** `data-region` names a region, for those who read the source; people hear its role and name. */
const REGIONS = "[data-region]";
/** Where the focus was in each region, to return to it. */
const last = new WeakMap<Element, HTMLElement>();

export function moveToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter((region) => region.checkVisibility());
  const focused = document.activeElement;
  const at = regions.findIndex((region) => region.contains(focused));
  const here = regions[at];
  if (here !== undefined && focused instanceof HTMLElement) last.set(here, focused);
  const next = regions[(at + step + regions.length + (at === -1 && step === -1 ? 1 : 0)) % regions.length];
  if (next !== undefined) enter(next);
}

function enter(region: HTMLElement): void {
  const before = last.get(region);
  const wanted =
    before?.isConnected === true && before.checkVisibility()
      ? before
      : (region.querySelector<HTMLElement>("[data-region-start]") ?? region);
  wanted.focus();
}
