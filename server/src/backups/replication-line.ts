import pg from 'pg'
import { addressOf } from '../database/database.ts'

export type Row = Record<string, string | null>

/** The sending end, for those who must answer while they receive. */
export type Sender = { send(bytes: Buffer): void; finish(): void }

export type Receiver = {
  /** What came is held back until the promise is fulfilled. */
  receive(bytes: Buffer, sender: Sender): Promise<void> | undefined
}

/** A session of PostgreSQL's replication protocol, the one that `pg_basebackup` and `pg_receivewal` speak. */
export type ReplicationLine = {
  ask(command: string): Promise<Row[]>
  /** Hands on what the server copies to us, and returns the rows that came before and after it. */
  copy(command: string, receiver: Receiver): Promise<Row[][]>
  /** Ends at once, also in the middle of a copy. */
  cut(): void
  close(): Promise<void>
}

export async function openReplicationLine(
  url: string,
  applicationName: string,
  /** For whoever asks several hosts: for the connection, and for each answer. */
  limitMs?: number,
): Promise<ReplicationLine> {
  const client = new pg.Client({
    ...addressOf(url),
    application_name: applicationName,
    connectionTimeoutMillis: limitMs ?? 10_000,
    query_timeout: limitMs,
    keepAlive: true,
    replication: 'true',
  } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect().catch((error) => {
    // One that was not answered in the way it wants keeps its socket, and the process with it.
    wireOf(client).stream.destroy()
    throw error
  })
  return {
    ask: async (command) => (await client.query(command)).rows as Row[],
    copy: (command, receiver) => copy(client, command, receiver),
    cut: () => wireOf(client).stream.destroy(),
    close: () => client.end().catch(() => {}),
  }
}

type Wire = {
  stream: { pause(): void; resume(): void; destroy(): void }
  query(text: string): void
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
  on(event: 'copyDone', listener: () => void): void
  off(event: 'copyDone', listener: () => void): void
}

/** The driver gives those who bring a query of their own this connection; its types leave that out. */
function wireOf(client: pg.Client): Wire {
  return (client as unknown as { connection: Wire }).connection
}

function copy(client: pg.Client, command: string, receiver: Receiver): Promise<Row[][]> {
  const wire = wireOf(client)
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
  const answers: Row[][] = []
  let names: string[] = []
  let work: Promise<void> = Promise.resolve()
  let failure: Error | undefined
  let waiting = 0
  let isFinished = false
  const finish = () => {
    if (!isFinished) wire.endCopyFrom()
    isFinished = true
  }
  const sender = { send: (bytes: Buffer) => wire.sendCopyFromChunk(bytes), finish }
  const fail = (error: Error) => {
    failure ??= error
    wire.stream.destroy()
    reject(error)
  }
  // Of a stream in both directions each side says that it is over; of one that only comes, nothing is to be said.
  let isBoth = false
  const onBoth = () => {
    isBoth = true
  }
  const onCopyDone = () => {
    void work.then(() => {
      if (isBoth) finish()
    })
  }
  const events = wire as unknown as {
    on(event: string, listener: () => void): void
    off(event: string, listener: () => void): void
  }
  events.on('replicationStart', onBoth)
  wire.on('copyDone', onCopyDone)
  const ended = () => {
    events.off('replicationStart', onBoth)
    wire.off('copyDone', onCopyDone)
  }
  client.query({
    submit: () => wire.query(command),
    handleRowDescription: (message: { fields: { name: string }[] }) => {
      names = message.fields.map(({ name }) => name)
      answers.push([])
    },
    handleDataRow: (message: { fields: (string | null)[] }) => {
      answers.at(-1)?.push(Object.fromEntries(names.map((name, at) => [name, message.fields[at] ?? null])))
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      // The driver reads on into the same memory.
      const bytes = Buffer.from(chunk)
      waiting += 1
      wire.stream.pause()
      work = work
        .then(() => (failure === undefined ? receiver.receive(bytes, sender) : undefined))
        .catch(fail)
        .finally(() => {
          waiting -= 1
          if (waiting === 0) wire.stream.resume()
        })
    },
    handleCommandComplete: () => {},
    handleEmptyQuery: () => {},
    handleCopyInResponse: () => {},
    handleError: (error: Error) => {
      ended()
      void work.then(() => reject(failure ?? error))
    },
    handleReadyForQuery: () => {
      ended()
      void work.then(() => (failure === undefined ? resolve(answers) : reject(failure)))
    },
  } as unknown as pg.Submittable)
  return promise
}
