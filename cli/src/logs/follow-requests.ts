/** One row of the request log, as far as following it goes. */
export type Row = { request_id: string; at: string; method: string; path: string; status: number }

export type RequestLog<Logged extends Row> = {
  /** Newest first. */
  latest(count: number): Promise<Logged[]>
  /** Everything from an instant on, newest first. */
  since(from: string | undefined): Promise<Logged[]>
}

/** Rows are written a moment after the answer, so one may appear below a newer one; a minute is far longer than that takes. */
const overlapMs = 60_000

/**
 * Rows as they come, each once and none left out: each look goes a minute further back than the newest row that was seen, and
 * leaves out what it knows. A request id is the caller's to choose and may repeat, so a row is known by all that is in it.
 */
export function followRequests<Logged extends Row>(log: RequestLog<Logged>) {
  const known = new Map<string, string>()
  let newest: string | undefined

  function take(rows: Logged[]): Logged[] {
    const fresh = rows.filter((row) => !known.has(JSON.stringify(row)))
    for (const row of fresh) {
      known.set(JSON.stringify(row), row.at)
      if (newest === undefined || row.at > newest) newest = row.at
    }
    return fresh.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  }

  return {
    /** The last rows, oldest first. What is older than they are is never shown. */
    async begin(count: number): Promise<Logged[]> {
      const shown = await log.latest(count)
      const oldest = shown.length < count ? undefined : shown.at(-1)?.at
      const last = take(shown)
      for (const row of await log.since(from(newest)))
        if (oldest !== undefined && row.at <= oldest) known.set(JSON.stringify(row), row.at)
      return last
    },
    /** What has come since, oldest first. */
    async next(): Promise<Logged[]> {
      const start = from(newest)
      const fresh = take(await log.since(start))
      for (const [row, at] of known) if (start !== undefined && at < start) known.delete(row)
      return fresh
    },
  }
}

function from(newest: string | undefined): string | undefined {
  return newest === undefined ? undefined : new Date(Date.parse(newest) - overlapMs).toISOString()
}
