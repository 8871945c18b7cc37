import Type from 'typebox'
import { Body, Nullable } from './fields.ts'
import { operation } from './operation.ts'

export const callbackEventTypes = [
  'collection.success',
  'collection.failed',
  'disbursement.success',
  'disbursement.failed',
] as const

/** What a provider tells us, and what a merchant's developer plays in the sandbox. */
export const CallbackBody = Body({
  event_id: Type.String({ minLength: 1, maxLength: 200, 'x-problem': 'must be 1 to 200 characters' }),
  event_type: Type.Enum([...callbackEventTypes]),
  provider_reference: Type.String({
    minLength: 1,
    maxLength: 200,
    'x-problem': 'must be 1 to 200 characters',
  }),
})

/** As much as the doors of providers read, whoever calls; no adapter may want more. */
export const mostCallbackBytes = 65_536

export const callbackOperations = {
  takeSandboxCallback: operation({
    id: 'takeSandboxCallback',
    method: 'POST',
    path: '/v1/webhooks/provider',
    tag: 'Sandbox',
    summary: "A provider's callback",
    description:
      'In the sandbox send it to `{sandbox_base_url}/v1/webhooks/provider` with `X-Provider-Signature`: the HMAC-SHA256 ' +
      "of the exact body in lowercase hexadecimal, keyed with the merchant's whole webhook secret. The same " +
      '`event_id` acts once.',
    access: { who: 'anyone' },
    idempotency: 'none',
    body: CallbackBody,
    rawBody: true,
    mostBytes: mostCallbackBytes,
    headers: [
      { name: 'X-Provider-Signature', description: 'Lowercase hexadecimal HMAC-SHA256 of the body.' },
    ],
    status: 200,
    reply: Type.Object({
      event_id: Type.String(),
      outcome: Type.Enum(['applied', 'duplicate', 'ignored', 'discrepancy']),
      status: Nullable(Type.String({ description: 'Of the collection or disbursement, after it.' })),
    }),
    refusals: ['invalid_signature', 'not_found', 'body_too_large', 'amount_not_supported'],
  }),
  takeProviderCallback: operation({
    id: 'takeProviderCallback',
    method: 'POST',
    path: '/v1/webhooks/provider/{name}',
    tag: 'Providers',
    summary: 'A callback of the provider with this name',
    description:
      'In the words and with the signature of that provider, with any content type. Without a signature that holds it is ' +
      'a hint: the provider is asked before anything moves. A genuine one about nothing that we know becomes a discrepancy.',
    access: { who: 'anyone' },
    idempotency: 'none',
    rawBody: true,
    mostBytes: mostCallbackBytes,
    anyContentType: true,
    status: 200,
    reply: Type.Object({
      event_id: Nullable(Type.String()),
      outcome: Type.Enum(['applied', 'duplicate', 'ignored', 'discrepancy', 'hint']),
      status: Nullable(Type.String({ description: 'Of the collection or disbursement, after it.' })),
    }),
    refusals: ['not_found', 'body_too_large', 'validation_error', 'provider_error'],
  }),
}
