/** The instant that an ISO 8601 text names, or null when there is no such day or second, or nobody could store it. */
export function instantFrom(text: string): Date | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i.exec(text)
  if (!match) return null
  const [, year, month, day] = match.map(Number)
  // The last day of a month is day 0 of the next; without this the 30th of February would become the 2nd of March.
  const isOnCalendar = (day ?? 0) <= new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()
  const instant = new Date(text)
  // An offset can carry it out of the four-digit years; a time that is no time compares with nothing.
  const utcYear = instant.getUTCFullYear()
  return isOnCalendar && utcYear >= 1 && utcYear <= 9999 ? instant : null
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** Whether it names a day that there was or will be, as it stands on a calendar. */
export function isDay(text: string): boolean {
  return day.test(text) && beginningOf(text) !== null
}

/** Where the days of our merchants begin: three hours before those of UTC, all year round. */
const midnight = 'T00:00:00+03:00'

const dayMs = 24 * 3_600_000
const aheadOfUtcMs = 3 * 3_600_000

/** The day that it is in Dar es Salaam at an instant. */
export function dayAt(instant: Date): string {
  const number = Math.floor((instant.getTime() + aheadOfUtcMs) / dayMs)
  // Almost everybody asks about today.
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * dayMs).toISOString().slice(0, 10) }
  return lastDay.text
}

let lastDay = { number: Number.NaN, text: '' }

/** The day so many days after another, or before it. */
export function dayAfter(text: string, days = 1): string {
  return new Date(Date.parse(`${text}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** When a period begins that is told by an instant, or by a day in Dar es Salaam. */
export function beginningOf(text: string): Date | null {
  return instantFrom(day.test(text) ? text + midnight : text)
}

/** When it ends: at an instant, or with the whole of the day. */
export function endOf(text: string): Date | null {
  const beginning = beginningOf(text)
  return beginning !== null && day.test(text) ? new Date(beginning.getTime() + dayMs) : beginning
}
