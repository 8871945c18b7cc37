/** Every way in which the service refuses, as the interface tells it; a test holds both together. Agents ask about them with no service at hand. */
export const refusalWords: Readonly<Record<string, { status: number; message: string }>> = {
  bad_request: {
    status: 400,
    message: 'The request could not be read as HTTP. Check how it is built and sent.',
  },
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON. Send one JSON object encoded as UTF-8.',
  },
  idempotency_key_required: {
    status: 400,
    message: 'Send the header Idempotency-Key with a fresh UUID; repeat the same one when you retry.',
  },
  idempotency_key_invalid: { status: 400, message: 'The header Idempotency-Key must be a UUID.' },
  merchant_required: {
    status: 400,
    message: 'You act for several merchants. Name one with the header X-Merchant-Id.',
  },
  unauthenticated: {
    status: 401,
    message: 'Sign in, or send an API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
  },
  invalid_api_key: {
    status: 401,
    message: 'This API key is not accepted. Use a current one from the dashboard.',
  },
  invalid_signature: {
    status: 401,
    message: 'The signature does not match the body. Sign the exact bytes you send.',
  },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope that the call needs.' },
  ip_not_allowed: {
    status: 403,
    message: 'This API key may not be used from this address. See details for which it is.',
  },
  merchant_mismatch: { status: 403, message: 'You may not act for this merchant. Check merchant_id.' },
  dashboard_session_required: {
    status: 403,
    message: 'This call needs a signed-in person. API keys cannot make it.',
  },
  forbidden: { status: 403, message: 'Your role does not allow this.' },
  second_factor_required: {
    status: 403,
    message: 'Set up a second factor first: without one nobody administers anything here.',
  },
  merchant_inactive: { status: 403, message: 'This merchant is suspended. Ask the operator to activate it.' },
  bad_origin: {
    status: 403,
    message: 'The request comes from a foreign page. Call it from the dashboard itself.',
  },
  not_found: { status: 404, message: 'There is nothing here. Check the path and the id.' },
  method_not_allowed: {
    status: 405,
    message: 'This path exists, but not with this method. See the Allow header.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  insufficient_balance: {
    status: 409,
    message: 'The available balance does not cover the amount and its charges.',
  },
  payout_cap_exceeded: {
    status: 409,
    message: 'This API key may not ask for that much. See details for what is left today.',
  },
  withdrawal_restricted: { status: 409, message: 'Withdrawals need a verified and active merchant.' },
  recipient_required: {
    status: 409,
    message: 'This merchant pays saved recipients only. Save one, and send its id as recipient_id.',
  },
  recipient_cooling: {
    status: 409,
    message: 'This recipient was saved not long ago. See details for when it can be approved.',
  },
  risk_blocked: {
    status: 409,
    message:
      'The operator of this service does not take such a payment. Nothing was made; ask them if it is a mistake.',
  },
  recipient_blocked: { status: 409, message: 'This recipient is blocked or was removed.' },
  invalid_state: {
    status: 409,
    message: 'This can no longer be done. Read it again to see its present state.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Retry in a moment.',
  },
  refund_too_large: {
    status: 409,
    message: 'That is more than is left of the payment. See details for what can be refunded.',
  },
  refund_window_over: { status: 409, message: 'The payment is too old to be refunded.' },
  duplicate_batch: {
    status: 409,
    message:
      'The same rows were asked for in the last seven days. See details for the batch, or send allow_duplicate.',
  },
  payment_link_unavailable: {
    status: 409,
    message: 'This payment link is not active or does not accept this method.',
  },
  invoice_already_paid: { status: 409, message: 'This invoice is already paid.' },
  body_too_large: { status: 413, message: 'The body is larger than this call takes.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  validation_error: { status: 422, message: 'Some fields are not right. See details for each of them.' },
  simulate_status_not_allowed: {
    status: 422,
    message: 'simulate_status works with sandbox keys only. Remove it, or use a sandbox key.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Use a fresh UUID for a new request.',
  },
  unsupported_currency: { status: 422, message: 'This currency is not supported here.' },
  amount_not_supported: { status: 422, message: 'The provider cannot carry this amount.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says, then go on.' },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large. Send fewer or shorter ones.',
  },
  internal_error: {
    status: 500,
    message:
      'Something broke on our side. Retry with the same Idempotency-Key; quote the request id if it lasts.',
  },
  provider_error: { status: 502, message: 'The payment provider gave no usable answer. Retry later.' },
  unavailable: {
    status: 503,
    message: 'The service cannot answer just now. Wait as long as Retry-After says.',
  },
}
