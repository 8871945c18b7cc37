import type { Exchange, Traced } from './provider.ts'

/** Answers a question together with all that went over the wire for it, whichever way it ended. */
export async function withExchanges<Word extends object>(
  ask: (trace: (exchange: Exchange) => void) => Promise<Word>,
): Promise<Word & Traced> {
  const exchanges: Exchange[] = []
  const word = await ask((exchange) => exchanges.push(exchange))
  return { ...word, exchanges }
}
