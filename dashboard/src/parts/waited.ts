import type { Language } from '../words/words.ts'

const units: Record<Language, { day: string; hour: string; minute: string; now: string }> = {
  en: { day: 'd', hour: 'h', minute: 'min', now: 'just now' },
  sw: { day: 'siku', hour: 'saa', minute: 'dk', now: 'sasa hivi' },
}

/** How long something has waited, in its two largest measures: `3 h 12 min`. Seconds decide nothing here. */
export function waitedFor(since: Date, language: Language, now: Date): string {
  const { day, hour, minute, now: justNow } = units[language]
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  if (minutes < 1) return justNow
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), day],
    [Math.floor(minutes / 60) % 24, hour],
    [minutes % 60, minute],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  // Swahili names the measure before the count.
  const say = ([count, unit]: [number, string]) =>
    language === 'sw' ? `${unit}\u00a0${count}` : `${count}\u00a0${unit}`
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(say)
    .join(' ')
}
