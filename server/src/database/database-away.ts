/** There is no database to talk to now; there may be later. A commit that ended so may or may not have happened. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

// What the sockets below the driver say when there is no server at the other end.
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
])

// What the driver itself says; it gives these no code.
const driverWords = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed',
    '^Query read timeout',
    '^timeout exceeded when trying to connect',
    '^timeout expired',
    '^Cannot use a pool after calling end',
  ].join('|'),
)

// Shut down, crashed, starting up, session cut (idle, or idle in a transaction), demoted to a standby.
const serverCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25006'])

// Classes of the standard: connection exceptions; no disk, memory or connections left.
const connectionOrResources = /^(08|53)\w{3}$/

/** Tells failures of the connection, which the HTTP layer answers with 503, from those of the statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  // With these the server ends the session, whatever the code: closed for maintenance, another password.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return driverWords.test(error.message)
  if (code === 'ENOENT' || code === 'EACCES') return 'syscall' in error && error.syscall === 'connect'
  return connectionCodes.has(code) || serverCodes.has(code) || connectionOrResources.test(code)
}

/** Let in by no line or password, no such database, no right to connect or to copy. */
const hopelessCodes = /^(28|3D)\w{3}$|^42501$/

/** No waiting makes a wrong password right, gives a role a right or makes a missing database appear. */
export function isHopeless(error: unknown): boolean {
  const told = error instanceof DatabaseAway ? error.cause : error
  if (!(told instanceof Error)) return false
  // The driver gives no code to what it says of a password that is not there, or that does not prove itself.
  return told.message.startsWith('SASL: ') || ('code' in told && hopelessCodes.test(String(told.code)))
}

/** Throws an error again, as `DatabaseAway` if that is what it means. */
export function awayOr(error: unknown): never {
  if (error instanceof DatabaseAway || !isDatabaseAway(error)) throw error
  throw new DatabaseAway(error instanceof Error ? error.message : String(error), { cause: error })
}
