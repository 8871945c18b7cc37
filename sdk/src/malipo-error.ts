/** What the service refused a call with, or what kept the client from an answer. */
export type ErrorDetails = {
  code: string
  message: string
  /** Of the HTTP answer; absent where there was none. */
  status?: number | undefined
  /** Under which the service keeps the call in its log. Quote it when you ask for help. */
  requestId?: string | undefined
  details?: unknown
  /** How long to wait before it makes sense to try again, where the service said so. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * Every failure of a call. `code` says what happened: a word of the error catalogue when the service refused, and
 * `unreadable_reply` when something else than the service answered. It never holds a key, a cookie or a body that was sent.
 */
export class MalipoError extends Error {
  override name = 'MalipoError'
  readonly code: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly details: unknown
  readonly retryAfterMs: number | undefined

  constructor({ code, message, status, requestId, details = null, retryAfterMs, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * No answer of the service came: `connection_failed`, `timeout`, or a gateway's own page (`unreadable_reply`). Whether the call was carried out is unknown. Make it again with the same
 * idempotency key, or read what it would have made; never take it for refused.
 */
export class MalipoConnectionError extends MalipoError {
  override name = 'MalipoConnectionError'
}

/** The payment had no final status in time (`outcome_unknown`). It may still be paid: this is not a failure of the payment. */
export class OutcomeUnknownError<Collection = unknown> extends MalipoError {
  override name = 'OutcomeUnknownError'
  /** As it was last seen, if it ever was. */
  readonly collection: Collection | undefined

  constructor(details: ErrorDetails, collection: Collection | undefined) {
    super(details)
    this.collection = collection
  }
}

/** What was received is not a fresh event that Malipo signed with one of the secrets given. Answer it with 400, and act on nothing in it. */
export class WebhookVerificationError extends MalipoError {
  override name = 'WebhookVerificationError'
}
