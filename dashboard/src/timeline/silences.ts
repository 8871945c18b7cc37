import type { Language } from '../words/words.ts'

/** Shorter than this, nobody waited. */
const leastMs = 5_000

export type Silence = { ms: number }

/** How long nothing happened before each entry, where that was long enough to be told. */
export function silencesBefore(entries: readonly { at: string }[]): (Silence | undefined)[] {
  return entries.map(({ at }, place) => {
    const before = entries[place - 1]
    return before === undefined ? undefined : silenceBetween(before.at, Date.parse(at))
  })
}

/** How long nothing has happened since the last entry: what is still open may be waited for right now. */
export function silenceSince(entries: readonly { at: string }[], nowMs: number): Silence | undefined {
  const last = entries.at(-1)
  return last === undefined ? undefined : silenceBetween(last.at, nowMs)
}

function silenceBetween(from: string, untilMs: number): Silence | undefined {
  const ms = untilMs - Date.parse(from)
  return ms < leastMs ? undefined : { ms }
}

const units = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  sw: { day: 'siku', hour: 'saa', minute: 'dk', second: 'sek' },
} as const satisfies Record<Language, unknown>

/** `42 s`, `3 min 12 s`, `2 h 5 min`, `4 d 3 h`, and `saa 2 dk 5`: two units at most, because nobody reads more. */
export function formatLength(ms: number, language: Language): string {
  const s = Math.round(ms / 1000)
  const parts = [
    [Math.floor(s / 86_400), 'day'],
    [Math.floor(s / 3_600) % 24, 'hour'],
    [Math.floor(s / 60) % 60, 'minute'],
    [s % 60, 'second'],
  ] as const
  const first = parts.findIndex(([many]) => many > 0)
  const told = (first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)).filter(
    ([many], place) => place === 0 || many > 0,
  )
  const tell = (many: number, unit: string) =>
    (language === 'sw' ? [unit, many] : [many, unit]).join('\u00a0')
  return told.map(([many, unit]) => tell(many, units[language][unit])).join(' ')
}
