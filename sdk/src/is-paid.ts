/**
 * Whether the customer has paid, and with that the only question to ask before an order is fulfilled. True for `successful` and for nothing
 * else: not for an accepted call, a code that is shown, or money that is held for clearance. Takes a reply of either family, and the
 * `data` of an event.
 */
export function isPaid<C extends { status: string }>(
  collection: C | null | undefined,
): collection is C & { status: 'successful' } {
  return collection?.status === 'successful'
}
