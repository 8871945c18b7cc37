import pg from 'pg'

let sent = 0

/** How often something was sent to the database and waited for since the process began. */
export function roundTrips(): number {
  return sent
}

const { query } = pg.Client.prototype
/** Counted where all of them pass, because a bench runs the service as it is. */
pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
  sent += 1
  return Reflect.apply(query, this, words)
} as typeof query
