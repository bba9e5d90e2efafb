// The slider of time: which moment of a recording is shown, over a picture of how much happened when.
import { Pause, Play } from "lucide-react";
import { Button } from "../parts/Button.tsx";
import { useView } from "../state/use-view.ts";
import { ActivityStrip } from "./ActivityStrip.tsx";
import { formatClock, formatSpeed } from "./format-time.ts";
import { SPEEDS, type Playback } from "./playback.ts";
import { useMoment } from "./use-moment.ts";
import "./TimeSlider.css";

const REFRESH_MS = 100;
const ICON = 14;

export function TimeSlider({ playback }: { readonly playback: Playback }) {
  useView(playback, ({ version }) => version);
  const now = useMoment(playback, REFRESH_MS);
  const { recording, isPlaying, isAtEnd, isLive, endMs, speed } = playback;
  const firstMs = recording.firstMs ?? endMs;
  const shown = isAtEnd ? endMs : Math.min(now, endMs);
  return (
    <div className="time-slider">
      <Button
        look="quiet"
        aria-label={isPlaying ? "Pause" : "Play"}
        onClick={() => (isPlaying ? playback.pause() : playback.play())}
      >
        {isPlaying ? <Pause size={ICON} aria-hidden="true" /> : <Play size={ICON} aria-hidden="true" />}
      </Button>
      <span className="time-slider-track">
        <ActivityStrip recording={recording} endMs={endMs} />
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={isAtEnd ? "Now" : formatClock(shown)}
          min={firstMs}
          max={Math.max(endMs, firstMs + 1)}
          step="any"
          value={shown}
          onChange={(event) => playback.seek(event.currentTarget.valueAsNumber)}
        />
      </span>
      <time className="time-slider-time">{formatClock(shown)}</time>
      <select aria-label="Speed" value={speed} onChange={(event) => playback.setSpeed(Number(event.target.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {formatSpeed(one)}
          </option>
        ))}
      </select>
      {isLive && (
        <Button look="quiet" aria-pressed={isAtEnd} onClick={() => playback.goToEnd()}>
          Live
        </Button>
      )}
    </div>
  );
}
