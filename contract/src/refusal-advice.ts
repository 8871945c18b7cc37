import type { FailureCode } from './failures.ts'
import type { RefusalCode } from './refusals.ts'

/** For whoever meets a refusal or a failure: how it comes about, and what to do then. Each code has both, or this does not compile. */
export type Advice = { why: string; whatToDo: string }

export const refusalAdvice: Record<RefusalCode, Advice> = {
  bad_request: {
    why: 'The bytes that arrived are no request of HTTP: a broken line, a wrong length, a protocol that is not spoken here.',
    whatToDo:
      'Look at what your client or a proxy in between really sends. Sending the same again does not help.',
  },
  invalid_json: {
    why: 'The body is empty, cut off, not UTF-8, or not one JSON object. A key that stands twice in an object counts too.',
    whatToDo: 'Let a library write the JSON instead of putting it together from strings, and send it whole.',
  },
  idempotency_key_required: {
    why: 'The call moves money or makes something, and came without the header that makes repeating it safe.',
    whatToDo:
      'Make a UUID for each thing you want to happen, keep it with your order, and send it as Idempotency-Key.',
  },
  idempotency_key_invalid: {
    why: 'The header Idempotency-Key holds something else than a UUID.',
    whatToDo:
      'Send a UUID of any version, like crypto.randomUUID() makes. Numbers of orders belong into reference.',
  },
  merchant_required: {
    why: 'You are signed in, act for several merchants, and did not say for which.',
    whatToDo:
      'Send X-Merchant-Id with one of the merchants that GET /v1/me lists. A key names its merchant itself.',
  },
  unauthenticated: {
    why: 'There was no key and no session, or the session has ended.',
    whatToDo:
      'Send the key as Authorization: Bearer, or sign in again. Check that a proxy does not drop the header.',
  },
  invalid_api_key: {
    why: 'The key was mistyped, revoked, has run out, or belongs to another installation.',
    whatToDo:
      'Copy it again from where it was made, or make a new one. Keys are shown once and cannot be read later.',
  },
  invalid_signature: {
    why: 'A callback came with a signature that does not fit its bytes, or without one.',
    whatToDo: 'Sign exactly the bytes that you send, with the present secret, and send them unchanged.',
  },
  insufficient_scope: {
    why: 'The key is good, but was made without the scope that this call needs.',
    whatToDo: 'Make a key with the scope that the reference names for the call. A key cannot be widened.',
  },
  ip_not_allowed: {
    why: 'The key is good, but is for listed addresses only, and the call came from another one.',
    whatToDo:
      'If the address in details is yours, add it to allowed_ips of the key. If it is not, somebody else has the key: rotate it.',
  },
  merchant_mismatch: {
    why: 'The merchant_id that you sent is not the one of your key, or not one that you act for.',
    whatToDo: 'Send the merchant_id that belongs to the key, and look for a mix-up of two keys.',
  },
  dashboard_session_required: {
    why: 'Only a person may do this, and the call came with a key.',
    whatToDo: 'Sign in and call with the session. Programs cannot do it, on purpose.',
  },
  forbidden: {
    why: 'You are known, but your role does not allow it, or it may not be decided by you of all people.',
    whatToDo:
      'Ask somebody of the merchant whose role allows it. The reference lists the roles of each call.',
  },
  second_factor_required: {
    why: 'You are a Super Admin without a second factor, and this is production: a password alone opens nothing of the administration.',
    whatToDo:
      'Call `POST /v1/auth/two-factor/enable` with your password, add the secret to an app that shows codes, and confirm with one of them at `POST /v1/auth/two-factor/verify-totp`. Then send it again.',
  },
  merchant_inactive: {
    why: 'Whoever runs the service has suspended the merchant. Reading still works.',
    whatToDo: 'Ask the operator why. Nothing that you send changes it.',
  },
  bad_origin: {
    why: 'A page of another site made the call with the session of somebody who is signed in here.',
    whatToDo: 'Call from your own server with a key. Browsers call from pages of this service only.',
  },
  not_found: {
    why: 'The path does not exist, or the thing does not exist for you: it is of another merchant, or of the other environment.',
    whatToDo:
      'Check the id, and whether the key is live or sandbox. What was made with one is not there for the other.',
  },
  method_not_allowed: {
    why: 'The path is right, the method is not.',
    whatToDo: 'Use a method that the header Allow names.',
  },
  request_timeout: {
    why: 'The request was begun, and its bytes came too slowly or stopped.',
    whatToDo: 'Send it again, with the same Idempotency-Key. Look at the line if it lasts.',
  },
  insufficient_balance: {
    why: 'The amount with its charges is more than what is available. What is held or on its way is not available.',
    whatToDo: 'Read details.available and details.required, ask for less, or wait until more has come in.',
  },
  payout_cap_exceeded: {
    why: 'The key was made with a cap on what it may pay out, at once or in a day, and this would be above it.',
    whatToDo:
      'Read details for what is left today. A person may ask for more, or make a key with other caps.',
  },
  risk_blocked: {
    why: 'A rule that the operator has made about payments that are often fraud, or too many at once, speaks against this one.',
    whatToDo:
      'Do not send it again at once: it would be refused again. If the payment is right, tell the operator its amount and time. Nothing was made.',
  },
  withdrawal_restricted: {
    why: 'The merchant is not verified yet, or not active, and live money may not leave.',
    whatToDo: 'Complete the verification with the operator. The sandbox pays out without it.',
  },
  recipient_required: {
    why: 'The merchant has decided that money leaves to saved recipients only, and the request names none.',
    whatToDo:
      'Save where the money goes with POST /v1/recipients, and send its id as recipient_id instead of the destination.',
  },
  recipient_cooling: {
    why: 'A recipient has to be known for some time before money to it is approved, so that somebody notices one who was slipped in.',
    whatToDo:
      'Wait until usable_from, or approve it with override_cooling and a note of who was asked and what they said.',
  },
  recipient_blocked: {
    why: 'The merchant has blocked the recipient, or removed it after the withdrawal was asked for.',
    whatToDo:
      'Ask why it was blocked before anything else. Nothing goes there until somebody unblocks it; what waits can be rejected.',
  },
  invalid_state: {
    why: 'The thing has moved on: it was paid, decided, cancelled or has run out since you looked.',
    whatToDo: 'Read it again and go on from its present status. Do not repeat the call blindly.',
  },
  idempotency_in_progress: {
    why: 'A request with the same key is still at work, mostly because yours timed out and was sent again.',
    whatToDo: 'Wait a second and send the same again, with the same key: you get the reply of the first.',
  },
  refund_too_large: {
    why: 'The refunds of the payment would come to more than was paid. Those that wait for approval count; those that were rejected, failed or came back do not.',
    whatToDo: 'Read refundable_amount of the collection, and ask for that or less.',
  },
  refund_window_over: {
    why: 'The payment was completed longer ago than refunds are made here.',
    whatToDo: 'Pay your customer back with a withdrawal or a disbursement, or outside of the service.',
  },
  duplicate_batch: {
    why: 'A batch of the last seven days, which was not rejected, pays the same amounts to the same places under the same references.',
    whatToDo:
      'Read the batch in details: it is most likely the one that you mean. If they are to be paid once more, send allow_duplicate.',
  },
  payment_link_unavailable: {
    why: 'The link is switched off, has run out, is used up, or does not take this way to pay.',
    whatToDo: 'Read the link and its status. Make a new one, or choose one of its methods.',
  },
  invoice_already_paid: {
    why: 'The invoice is paid, so that nothing can be asked for, sent or changed any more.',
    whatToDo: 'Read the invoice: it names the payment. For more money write another one.',
  },
  body_too_large: {
    why: 'The body is longer than the call takes.',
    whatToDo:
      'The message tells how long it may be: 256 KiB, and more where much comes at once, as in batches, files and statements. Send less at once, or in several calls.',
  },
  unsupported_media_type: {
    why: 'The header Content-Type is missing or says something else than JSON.',
    whatToDo: 'Send Content-Type: application/json. Forms and files are not taken.',
  },
  validation_error: {
    why: 'The body or the query could be read, and some of its fields are missing, unknown or not as they must be.',
    whatToDo: 'Read details: each entry has the field and what is wrong with it. Nothing was changed.',
  },
  simulate_status_not_allowed: {
    why: 'A live key asked for a made-up outcome.',
    whatToDo: 'Leave simulate_status out of live calls, or use a sandbox key.',
  },
  idempotency_key_reused: {
    why: 'The same Idempotency-Key came before with another body or to another path. The first was done, this one was not.',
    whatToDo:
      'A new wish needs a new UUID; a retry must be sent unchanged. Look where your program makes its keys.',
  },
  unsupported_currency: {
    why: 'No way to pay here carries this currency.',
    whatToDo: 'Use TZS, or another one that the operator has set up.',
  },
  amount_not_supported: {
    why: 'The way to pay has limits or steps of its own, and the amount is outside them.',
    whatToDo: 'Choose an amount within what details tells, or another way to pay.',
  },
  rate_limited: {
    why: 'More requests came than one caller may send in this time.',
    whatToDo:
      'Wait as many seconds as Retry-After says. Listen to webhooks instead of asking again and again.',
  },
  headers_too_large: {
    why: 'The headers together are longer than a server reads.',
    whatToDo: 'Send fewer cookies and headers. Ours are all short.',
  },
  internal_error: {
    why: 'Something broke here, and was logged with the request id. Whether it was done is not known.',
    whatToDo:
      'Send the same again with the same Idempotency-Key: it is done once. Tell the operator the X-Request-Id.',
  },
  provider_error: {
    why: 'The payment provider answered with something that cannot be used, or not at all.',
    whatToDo:
      'Try again in a moment, with the same Idempotency-Key. Nobody was charged by what is answered like this.',
  },
  unavailable: {
    why: 'The service is starting, stopping, overloaded, or its database is away.',
    whatToDo: 'Wait as long as Retry-After says and send the same again, with the same Idempotency-Key.',
  },
}

export const failureAdvice: Record<FailureCode, Advice> = {
  declined: {
    why: 'The customer said no on the phone, or the recipient’s side declined.',
    whatToDo: 'Ask whether they still want to pay, and begin a new payment.',
  },
  insufficient_funds: {
    why: 'The account that pays holds too little for the amount and the fees of its network.',
    whatToDo: 'Let the customer top up or choose another way to pay.',
  },
  wrong_pin: {
    why: 'The PIN was wrong too often.',
    whatToDo: 'Begin again. Never ask for the PIN yourself.',
  },
  expired: {
    why: 'Nobody answered the prompt or scanned the code in time.',
    whatToDo: 'Begin a new payment when the customer is at the phone.',
  },
  cancelled: {
    why: 'It was called off before anything was paid.',
    whatToDo: 'Nothing, unless it was not you.',
  },
  invalid_number: {
    why: 'The number or account does not exist, or has no mobile money.',
    whatToDo: 'Check the digits with its owner. A repeat fails the same way.',
  },
  limit: {
    why: 'The amount is over what this account may pay or receive, at once or in a day.',
    whatToDo: 'Use a smaller amount, another account, or another day.',
  },
  refused: {
    why: 'The provider refused it and gave no reason that we know.',
    whatToDo: 'Read failure_message, which has its words. Try another way to pay.',
  },
  rejected: {
    why: 'A Super Admin looked at the withdrawal and declined it. Nothing was sent.',
    whatToDo: 'Read the reason, mend it, and ask again.',
  },
}
