import type { Exchange, Probed } from '../provider.ts'
import type { Answer, Asked, Call } from './client.ts'
import { fieldsOf } from './codes.ts'
import { isStrangeAddress, messageOf, unclear } from './read-answers.ts'

/** INF: what is said of a checksum that does not hold; no other message of a preview speaks of one. */
const checksumWords = /checksum|signature/i

/**
 * Asks for the float, which shows whether id, key and address are taken, and then for the preview of a payout to nobody, because only what is
 * signed shows whether the checksum is. Whether they look at it before they look at the number is not known.
 */
export async function probe(call: Call, paths: { balance: string; preview: Asked }, signal: AbortSignal) {
  const balance = await call({ path: paths.balance }, signal)
  const known = verdictOf(balance, [balance.exchange])
  if (known.kind !== 'ok') return known
  const preview = await call(paths.preview, signal)
  return verdictOf({ ...preview, theirTime: preview.theirTime ?? balance.theirTime }, [
    balance.exchange,
    preview.exchange,
  ])
}

function verdictOf(answer: Answer, exchanges: Exchange[]): Probed {
  const { status, theirTime } = answer
  const message = messageOf(fieldsOf(answer.body))
  const told = { theirTime, exchanges }
  if (status === 200 || status === 201) {
    return fieldsOf(answer.body) === null ? { ...unclear(answer), ...told } : { kind: 'ok', ...told }
  }
  const because = `${status}: ${message}`
  if (message !== null && (status === 401 || status === 403)) {
    return { kind: isStrangeAddress(message) ? 'blocked' : 'refused', because, ...told }
  }
  if (message === null || status !== 400) return { ...unclear(answer), ...told }
  return checksumWords.test(message) ? { kind: 'refused', because, ...told } : { kind: 'ok', ...told }
}
