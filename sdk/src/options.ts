export type MalipoOptions = {
  /** Where the service is, like `https://pay.example`. */
  baseUrl: string
  /** `mlp_live_…` or `mlp_sandbox_…`. Keep it on your server. */
  apiKey?: string | undefined
  /** What signing in gave back, in place of a key. Browsers keep the session themselves and need none. */
  session?: string | undefined
  /** Your merchant, wherever a call names one. Left out, it is learnt from the key or session with one call more. */
  merchantId?: string | undefined
  /** Which of the two a session works in; a key has its own. Live unless told otherwise. */
  environment?: 'live' | 'sandbox' | undefined
  /** How long one attempt may take: 30 seconds unless told otherwise. */
  timeoutMs?: number | undefined
  /** How long a call may take with all its attempts and the waits between them: two minutes unless told otherwise. */
  totalTimeoutMs?: number | undefined
  /** How often a call is made again when it is safe to: three times unless told otherwise. */
  maxRetries?: number | undefined
  fetch?: typeof fetch | undefined
}

/** What every call takes as its last argument. */
export type CallOptions = {
  /** Ends the call, its waits included. It then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** How long one attempt may take. */
  timeoutMs?: number | undefined
  /** A UUID of your own, kept with your order: the same call can then be made again after a crash, and acts once. */
  idempotencyKey?: string | undefined
  /** Another merchant than the client's. */
  merchantId?: string | undefined
}
