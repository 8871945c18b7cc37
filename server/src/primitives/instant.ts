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
