import pg from 'pg'

export type Overheard = { text: string; values: unknown[] }

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** Notes every statement that this process sends to a database until `stop`, each text once, as it is sent. */
export function overhearStatements() {
  const heard = new Map<string, Overheard>()
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (...given) {
    const [asked] = given as [{ text?: string; values?: unknown[] } | undefined]
    if (typeof asked?.text === 'string' && asked.values !== undefined && !heard.has(asked.text))
      heard.set(asked.text, { text: asked.text, values: asked.values })
    return query.apply(this, given)
  }
  return {
    heard: () => [...heard.values()],
    stop() {
      prototype.query = query
    },
  }
}
