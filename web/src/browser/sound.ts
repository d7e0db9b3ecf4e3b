/** Two soft notes, made here: no file is needed for them. In hertz, and in seconds. */
const NOTES = [523.25, 783.99];
const APART = 0.16;
const RINGS = 0.9;
const LOUD = 0.08;

let context: AudioContext | null = null;

/** Browsers play no sound before the first click or key. */
export function listen() {
  const wake = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, wake, { once: true });
}

/** The sound of a turn that has come; silent in a browser that makes none. */
export function chime() {
  if (!context) return;
  const now = context.currentTime;
  NOTES.forEach((pitch, index) => {
    const begin = now + index * APART;
    const note = new OscillatorNode(context!, { type: "sine", frequency: pitch });
    const gain = new GainNode(context!, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(LOUD, begin + 0.03);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + RINGS);
    note.connect(gain).connect(context!.destination);
    note.start(begin);
    note.stop(begin + RINGS);
  });
}
