/** The frequencies of the two notes in hertz. The page generates them, so it needs no sound file. */
const NOTES = [523.25, 783.99];
const APART = 0.16;
const RINGS = 0.9;
const LOUD = 0.08;

let context: AudioContext | null = null;

/** Create the audio context at the first click or key: browsers play no sound before it. */
export function listen() {
  const wake = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, wake, { once: true });
}

/** Play the sound that announces a turn. Do nothing if the browser has no audio context. */
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
