// The frame of the gallery: the list of states, the theme, the chosen state, and the calls of its port.
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useView } from "../src/index.ts";
import { CallLog } from "./call-log.ts";
import type { GalleryState } from "./gallery-state.ts";
import { replay } from "./recordings.ts";
import { GROUPS } from "./states.ts";
import "./Gallery.css";

const THEMES = ["light", "dark", "contrast"] as const;

export function Gallery() {
  const address = useSyncExternalStore(onHash, () => location.hash);
  const [theme, setTheme] = useState<string>(readTheme);
  const calls = useMemo(() => new CallLog(), []);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const state = findState(address);
  // Pictures are taken of the state alone.
  const isBare = new URLSearchParams(location.search).has("bare");
  return (
    <div className={isBare ? "gallery gallery-bare" : "gallery"}>
      {!isBare && (
        <nav className="gallery-list" aria-label="States">
          <label>
            Theme{" "}
            <select value={theme} onChange={({ target }) => setTheme(target.value)}>
              {THEMES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          {GROUPS.map((group) => (
            <section key={group.id} aria-label={group.title}>
              <h2 className="gallery-group">{group.title}</h2>
              {group.states.map(({ id, title }) => (
                <a
                  key={id}
                  className="gallery-link"
                  href={`#/${group.id}/${id}`}
                  aria-current={address === `#/${group.id}/${id}`}
                >
                  {title}
                </a>
              ))}
            </section>
          ))}
        </nav>
      )}
      <main className="gallery-state">{state && <ShownState key={address} state={state} calls={calls} />}</main>
      {!isBare && <Calls calls={calls} />}
    </div>
  );
}

function ShownState({ state, calls }: { readonly state: GalleryState; readonly calls: CallLog }) {
  const [content] = useState(() =>
    state.open({ port: calls.port(), log: (name, ...given) => calls.add(name, given), session: replay }),
  );
  return content;
}

function Calls({ calls }: { readonly calls: CallLog }) {
  const list = useView(calls, ({ calls: all }) => all);
  return (
    <section className="gallery-calls" aria-label="Calls">
      {list.length === 0
        ? "What a component asks of its port appears here."
        : list.map((call, at) => <div key={at}>{call}</div>)}
    </section>
  );
}

function findState(address: string): GalleryState | undefined {
  const [, groupId, stateId] = address.split("/");
  const group = GROUPS.find(({ id }) => id === groupId) ?? GROUPS[0];
  return group?.states.find(({ id }) => id === stateId) ?? group?.states[0];
}

function readTheme(): string {
  const asked = new URLSearchParams(location.search).get("theme");
  return (
    THEMES.find((name) => name === asked) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  );
}

function onHash(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
