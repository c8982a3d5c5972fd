import { Button } from '../shared/button';
import { Glyph } from '../shared/glyph';
import { createStore, useStore } from '../shared/store';
import { listen } from './listen';
import { browserStorage } from './storage';
import * as TEXTS from './texts';

/** A browser plays nothing before the page was touched. */
type SoundState = 'locked' | 'on';

const soundState = createStore<SoundState>('locked');

const STORAGE_KEY = 'isMuted';
const isMuted = createStore(browserStorage.getItem(STORAGE_KEY) === 'yes');

/** Two notes, each with its start in seconds. */
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1_175, at: 0.18 },
];
const NOTE_S = 0.16;

let context: AudioContext | undefined;

/** Does nothing while sound is muted or not unlocked yet. */
export function beep(): void {
  if (!context || isMuted.get()) return;
  for (const { hertz, at } of NOTES) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.4, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + NOTE_S);
  }
}

/**
 * A tap or key unlocks sound, also where the device has silenced the page meanwhile, as it does when it sleeps. Answers a
 * function that ends the wait for it.
 */
export function unlockSoundOnTouch(): () => void {
  const unlock = () => {
    if (context?.state === 'running') return;
    context ??= new AudioContext();
    context.onstatechange = () => soundState.set(context?.state === 'running' ? 'on' : 'locked');
    // A key such as Escape is no reason for a browser to unlock it; the next touch tries again.
    context.resume().catch(() => {});
  };
  return listen(document, ['pointerup', 'keydown'], unlock);
}

/** Stays until the page is touched. */
export function SoundHint() {
  const state = useStore(soundState);
  const muted = useStore(isMuted);
  if (state === 'on' || muted) return null;
  return <span class="sound-hint">{TEXTS.sound.locked}</span>;
}

export function MuteSwitch() {
  const muted = useStore(isMuted);
  const toggle = () => {
    browserStorage.setItem(STORAGE_KEY, muted ? 'no' : 'yes');
    isMuted.set(!muted);
  };
  return (
    <Button
      class="quiet icon"
      aria-pressed={muted}
      aria-label={TEXTS.sound.mute}
      title={muted ? TEXTS.sound.off : TEXTS.sound.on}
      onClick={toggle}
    >
      <Glyph>
        <path d="M4 9v6h4l5 4V5L8 9z" />
        <path d={muted ? 'M17 9l5 6m0-6l-5 6' : 'M17 9q2 3 0 6M20 6q4 6 0 12'} />
      </Glyph>
    </Button>
  );
}
