/** What their clock said when they answered, to the second; null where they do not say. */
export function timeOfTheirs(response: Response): Date | null {
  const time = new Date(response.headers.get('date') ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time
}
