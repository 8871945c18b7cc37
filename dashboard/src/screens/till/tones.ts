/** What a till sounds like: a rise for paid, a fall for not paid. Anything else is silent, so that a sound always means an end. */
const tones = { paid: [660, 880, 1320], failed: [330, 220] } as const

let player: AudioContext | undefined

/** Browsers let a page sound only after somebody touched it, so the first press opens it. */
export function openSound(): void {
  try {
    player ??= new AudioContext()
    void player.resume()
  } catch {
    // A device without sound still shows and says what happened.
  }
}

export function sound(outcome: keyof typeof tones): void {
  navigator.vibrate?.(outcome === 'paid' ? [80, 60, 160] : 400)
  if (!player) return
  const begin = player.currentTime
  for (const [at, pitch] of tones[outcome].entries()) play(player, pitch, begin + at * 0.16)
}

function play(context: AudioContext, pitch: number, at: number): void {
  const [voice, volume] = [context.createOscillator(), context.createGain()]
  voice.frequency.value = pitch
  volume.gain.setValueAtTime(0.25, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3)
  voice.connect(volume).connect(context.destination)
  voice.start(at)
  voice.stop(at + 0.3)
}
