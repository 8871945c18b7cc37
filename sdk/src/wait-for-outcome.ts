import { MalipoError, OutcomeUnknownError } from './malipo-error.ts'
import { mayRetry } from './may-retry.ts'
import type { CollectionState } from './resources/collections.ts'
import { wait } from './wait.ts'

export type WaitOptions = {
  /** How long to wait for the customer: two minutes unless told otherwise. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

type Read = (
  id: string,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number },
) => Promise<CollectionState>

/** Nothing more happens by itself after these. `pending_clearance` is not among them: a person has yet to decide. */
const final: readonly string[] = ['successful', 'failed', 'reversed']

/** Customers take seconds; whoever takes longer is asked about less often. */
const firstStepMs = 500
const mostStepMs = 5_000

/**
 * Reads a collection again and again until it is `successful`, `failed` or `reversed`, and gives it back: ask `isPaid` about it. When the
 * time is over it rejects with an `OutcomeUnknownError`: the customer may still pay.
 */
export async function waitForOutcome(
  read: Read,
  id: string,
  { timeoutMs = 120_000, signal }: WaitOptions = {},
): Promise<CollectionState> {
  const endMs = performance.now() + timeoutMs
  let seen: CollectionState | undefined
  for (let stepMs = firstStepMs; ; stepMs = Math.min(stepMs * 1.5, mostStepMs)) {
    const result = await readOnce(read, id, endMs, signal)
    const isFailure = result instanceof MalipoError
    if (!isFailure) seen = result
    if (seen && final.includes(seen.status)) return seen
    const leftMs = endMs - performance.now()
    if (leftMs <= 0) throw unknownOutcome(seen, timeoutMs)
    const askedMs = isFailure ? (result.retryAfterMs ?? 0) : 0
    await wait(Math.min(Math.max(stepMs, askedMs), leftMs), signal)
  }
}

/** A line that is cut, or a service that is away, says nothing about the payment: it is asked about again. */
async function readOnce(
  read: Read,
  id: string,
  endMs: number,
  signal: AbortSignal | undefined,
): Promise<CollectionState | MalipoError> {
  try {
    const leftMs = endMs - performance.now()
    return await read(id, { signal, timeoutMs: Math.min(10_000, Math.max(1_000, leftMs)) })
  } catch (error) {
    if (error instanceof MalipoError && mayRetry(error, true)) return error
    throw error
  }
}

function unknownOutcome(seen: CollectionState | undefined, timeoutMs: number) {
  const state = seen ? `It is ${seen.status}` : 'It could not be read'
  const message = `The payment has no outcome after ${timeoutMs} ms. ${state}, and may still be paid: wait for the event, or read it again later.`
  return new OutcomeUnknownError({ code: 'outcome_unknown', message }, seen)
}
