/** What somebody at the till has asked a customer for. It is kept before it is sent: whatever happens to the phone, the same request goes out again and not another. */
export type Order = {
  idempotencyKey: string
  reference: string
  amount: string
  /** Null for a code to scan. */
  phone: string | null
}

/** One till for each person, merchant and environment of a browser. */
export function orderName(merchantId: string, environment: string, userId: string): string {
  return `malipo.till.${merchantId}.${environment}.${userId}`
}

export function newOrder(amount: string, phone: string | null): Order {
  const idempotencyKey = crypto.randomUUID()
  // Short enough to read to somebody, and found again among those of a day.
  return { idempotencyKey, reference: `T-${idempotencyKey.slice(0, 8).toUpperCase()}`, amount, phone }
}

export function readOrder(name: string): Order | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Order | null
    return kept?.idempotencyKey && kept.reference && kept.amount ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepOrder(name: string, order: Order): void {
  localStorage.setItem(name, JSON.stringify(order))
}

export function forgetOrder(name: string): void {
  localStorage.removeItem(name)
}
