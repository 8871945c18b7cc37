import type { Probed, Unknown } from '../provider.ts'
import { neverMadeCode } from './assumptions.ts'
import { type Answer, callSelcom, type Question } from './client.ts'
import { doneCode, isStrangeAddress, isTurnedAway, notUnderstood } from './codes.ts'
import { balanceQuestion, type FloatAccount } from './pay-outs.ts'

type Verdict = { kind: 'ok' } | { kind: 'refused' | 'blocked'; because: string } | Unknown

/**
 * Asks about an order that was never made, which shows whether key, signature, clock and address are taken, and then for the float, which
 * shows whether account and PIN are.
 */
export async function probe(float: FloatAccount, signal: AbortSignal): Promise<Probed> {
  const unmade: Question = {
    method: 'GET',
    path: '/v1/checkout/order-status',
    fields: { order_id: float.newTransid() },
  }
  const asked = await callSelcom(float, unmade, signal)
  const known = verdictOf(asked, [neverMadeCode, doneCode])
  if (known.kind !== 'ok') return { ...known, theirTime: asked.theirTime, exchanges: [asked.exchange] }
  const answer = await callSelcom(float, balanceQuestion(float), signal)
  const exchanges = [asked.exchange, answer.exchange]
  return { ...verdictOf(answer, [doneCode]), theirTime: answer.theirTime ?? asked.theirTime, exchanges }
}

function verdictOf(answer: Answer, goodCodes: readonly string[]): Verdict {
  const { envelope, status, because } = answer
  if (envelope === null) return { kind: 'unknown', because }
  const { resultcode, message } = envelope
  if (isTurnedAway(answer)) {
    return { kind: isStrangeAddress(message) ? 'blocked' : 'refused', because: `${status}: ${message}` }
  }
  if (status !== 200) return { kind: 'unknown', because: `The gateway answered ${status}.` }
  return goodCodes.includes(resultcode) ? { kind: 'ok' } : notUnderstood(`${resultcode} (${message})`)
}
