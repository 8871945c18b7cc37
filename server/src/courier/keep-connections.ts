import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { type AddressGuard, BlockedAddress } from './address-guard.ts'

/** One connection to a receiver. It is opened with its first letter and carries one at a time. */
export type Connection = {
  origin: string
  client: Client
  /** Known from the moment of dialling. */
  socket: Socket | undefined
  isIdle: boolean
  /** How many bytes had come back before the present letter; undefined while it is the first on its socket. */
  bytesBefore: number | undefined
}

export type Connections = {
  /** One that has served before, if there is one. */
  take(origin: string): Connection
  open(origin: string): Connection
  /** Only after a whole answer: what comes next on the connection answers the next letter. */
  giveBack(connection: Connection): void
  cut(connection: Connection): void
  close(): Promise<void>
}

/** Long enough for a shop that sells something every half minute; most receivers hang up sooner by themselves. */
const idleMs = 30_000

/** How long one address of several may take to be reached before the next is tried; a satellite needs 700 ms. */
const patienceWithAddressMs = 1000

type Dial = (...call: Parameters<buildConnector.connector>) => Socket | undefined

/** Keeps connections open between letters. Which addresses they may lead to is asked of the guard at each dialling. */
export function keepConnections(guard: AddressGuard): Connections {
  const all = new Set<Connection>()
  const idle = new Map<string, Connection[]>()
  const dial = createDial(guard)

  function open(origin: string): Connection {
    const client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The letter's own deadline is stricter, and one timer is cheaper than three.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        connection.bytesBefore = undefined
        connection.socket = dial(options, callback)
      },
    })
    const connection: Connection = {
      origin,
      client,
      socket: undefined,
      isIdle: false,
      bytesBefore: undefined,
    }
    all.add(connection)
    client.on('disconnect', () => {
      if (connection.isIdle) cut(connection)
    })
    return connection
  }

  function take(origin: string): Connection {
    const waiting = idle.get(origin) ?? []
    for (let connection = waiting.pop(); connection !== undefined; connection = waiting.pop()) {
      // It is closing, and is cut when it has closed.
      if (connection.socket?.destroyed) continue
      connection.isIdle = false
      connection.bytesBefore = connection.socket?.bytesRead
      return connection
    }
    return open(origin)
  }

  function giveBack(connection: Connection): void {
    if (connection.client.destroyed) return
    connection.isIdle = true
    const others = idle.get(connection.origin)
    if (others === undefined) idle.set(connection.origin, [connection])
    else others.push(connection)
  }

  function cut(connection: Connection): void {
    if (!all.delete(connection)) return
    forget(connection)
    connection.client.destroy(() => {})
    // The client forgets a socket that is still being connected; it would keep the process alive.
    connection.socket?.destroy()
  }

  function forget(connection: Connection): void {
    connection.isIdle = false
    const left = idle.get(connection.origin)?.filter((other) => other !== connection) ?? []
    if (left.length === 0) idle.delete(connection.origin)
    else idle.set(connection.origin, left)
  }

  async function close(): Promise<void> {
    const clients = Array.from(all, ({ client }) => client)
    for (const connection of [...all]) cut(connection)
    await Promise.all(clients.map((client) => client.destroy()))
  }

  return { take, open, giveBack, cut, close }
}

const brokenOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * Whether the receiver had hung up, as each may on a connection that served before, while we were about to write. Nothing
 * came back, so a new connection may be tried; should the letter have been read after all, it arrives twice, as any may.
 */
export function hadHungUp({ socket, bytesBefore }: Connection, error: Error): boolean {
  if (bytesBefore === undefined || socket?.bytesRead !== bytesBefore) return false
  return 'code' in error && typeof error.code === 'string' && brokenOff.has(error.code)
}

/** Dials the addresses that were checked and no others: the socket's only look-up is the guard's. */
function createDial(guard: AddressGuard): Dial {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    guard.addressesOf(hostname).then(
      (found) => {
        if (all) return callback(null, found)
        const [first] = found
        callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, []),
    )
  }
  // It does return the socket, though its type does not say so.
  const connect = buildConnector({
    // The letter's deadline cuts what is still being dialled.
    timeout: 0,
    lookup,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: patienceWithAddressMs,
  }) as Dial

  return (options, callback) => {
    // Sockets look no address up that already is one.
    const refusal = isIP(options.hostname) === 0 ? undefined : guard.refusalOf(options.hostname)
    if (refusal === undefined) return connect(options, callback)
    callback(new BlockedAddress(refusal), null)
    return undefined
  }
}
