import pg from 'pg'

/** What sessions of the server itself are given once, at their start. */
export type Limits = {
  statementTimeoutMs: number
  lockTimeoutMs: number
  idleTransactionMs: number
  /** Whether statements are planned for any values, and not each time for those that they have. */
  plansOnce: boolean
}

/** What is known of a pooler between us and the server. */
export type Pooler = {
  /** Whether a prepared statement is found again by its name, whichever of its sessions the pooler gives us. */
  keepsNames: boolean
}

type Asked = string | pg.QueryConfig
type Answered = (error: Error | undefined, result: pg.QueryResult) => void
type Ask = (asked: Asked, values?: unknown[], answered?: Answered) => Promise<pg.QueryResult> | undefined

/**
 * Behind a pooler a session is ours for one transaction only, so whatever is set for the session is lost, or meets somebody
 * else. Here every transaction brings its limits along, and a statement by itself is one: they travel in the same message,
 * so that nothing is waited for. The client is changed and not our own functions, because the sign-in library uses it too.
 */
export function limitStatements(client: pg.ClientBase, limits: Limits, { keepsNames }: Pooler): void {
  const ask = client.query.bind(client) as unknown as Ask & ((query: pg.Query) => void)
  const settings = settingsOf(limits, keepsNames)
  const beginning = settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')
  const setting = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')

  const limited: Ask = (asked, values, answered) => {
    const wish = typeof asked === 'string' ? { text: asked } : asked
    const query = keepsNames || !wish.name ? wish : { ...wish, name: '' }
    const status = client.getTransactionStatus()
    if (status === 'T' || status === 'E') return ask(query, values, answered)
    if (answered === undefined) {
      return new Promise((resolve, reject) => {
        limited(asked, values, (error, result) => (error ? reject(error) : resolve(result)))
      })
    }
    if (/^\s*begin\b/i.test(wish.text)) {
      return ask(`${asWeRead(wish.text)}; ${beginning}`, undefined, (error, result) =>
        answered(error, first(result)),
      )
    }
    ask(afterSettings(`select ${setting}`, query, values, answered))
    return undefined
  }
  const takeBoth = (asked: Asked, values?: unknown[] | Answered, answered?: Answered) =>
    typeof values === 'function' ? limited(asked, undefined, values) : limited(asked, values, answered)
  client.query = takeBoth as unknown as typeof client.query
}

function settingsOf(limits: Limits, keepsNames: boolean): [name: string, value: string][] {
  const settings: [name: string, value: string][] = [
    ['statement_timeout', String(limits.statementTimeoutMs)],
    ['lock_timeout', String(limits.lockTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(limits.idleTransactionMs)],
    ['timezone', 'UTC'],
    ['jit', 'off'],
  ]
  // Without names each statement is planned anew in any case, and then better for its values.
  if (limits.plansOnce && keepsNames) settings.push(['plan_cache_mode', 'force_generic_plan'])
  return settings
}

/** What is locked is read after that, whatever a server has for its default; whoever wants to read otherwise says so. */
function asWeRead(begin: string): string {
  return /isolation level/i.test(begin) ? begin : `${begin} isolation level read committed`
}

/** Several statements in one text have several results. */
function first(result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  return (Array.isArray(result) ? result[0] : result) as pg.QueryResult
}

/** The driver's query as its client and it speak with each other, which its types do not tell. */
type DriverQuery = {
  name: string | undefined
  submit(connection: DriverConnection): Error | null
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
  handleError(error: Error, connection: DriverConnection): void
}

type DriverConnection = {
  stream: { cork(): void; uncork(): void }
  parse(message: { text: string }): void
  bind(message: { values: never[] }): void
  execute(message: object): void
  submittedNamedStatements: Record<string, string>
}

/**
 * A query that is sent behind another one without a `Sync` between them: the server takes both for one transaction. The
 * first answer, that of the settings, is nobody's.
 */
function afterSettings(
  settings: string,
  wish: pg.QueryConfig,
  values: unknown[] | undefined,
  answered: Answered,
): pg.Query {
  // A text without values would go as a message of its own kind, which ends the transaction of the settings.
  const extended = { ...wish, queryMode: 'extended' }
  const made = new pg.Query(extended, values ?? wish.values, answered as never)
  const query = made as unknown as DriverQuery
  const { name, submit, handleDataRow, handleCommandComplete, handleError } = query
  let settled = false
  query.submit = (connection) => {
    connection.stream.cork()
    connection.parse({ text: settings })
    connection.bind({ values: [] })
    connection.execute({})
    const failure = submit.call(query, connection)
    connection.stream.uncork()
    // The client takes the next statement to be parsed for the one of this name.
    query.name = undefined
    return failure
  }
  query.handleDataRow = (message) => {
    if (settled) handleDataRow.call(query, message)
  }
  query.handleCommandComplete = (message, connection) => {
    if (settled) return handleCommandComplete.call(query, message, connection)
    settled = true
    query.name = name
  }
  query.handleError = (error, connection) => {
    if (!settled && name) delete connection.submittedNamedStatements[name]
    handleError.call(query, error, connection)
  }
  return made
}
