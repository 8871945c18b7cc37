/** What somebody at the till has asked a customer for. It is kept before it is sent: whatever happens to the phone, the same request goes out again and not another. */
export type Order = {
  idempotencyKey: string
  reference: string
  amount: string
  /** Null for a code to scan. */
  phone: string | null
  askedAtMs: number
  /** Once the service has it, with the code that is scanned: then it is looked for and never sent again. */
  taken?: { code: string | null }
}

/** Longer than anybody stands at a counter. What was not sent by then is not sent any more: the customer has gone, or paid otherwise. */
const sendableMs = 10 * 60_000
/** And after that long nothing of it can still be on its way. */
const lostMs = sendableMs + 60_000
/** As long as the service still finds it at the till, also over midnight. */
const keptMs = 12 * 3_600_000

/** One till for each person, merchant and environment of a browser. */
export function orderName(merchantId: string, environment: string, userId: string): string {
  return `malipo.till.${merchantId}.${environment}.${userId}`
}

export function newOrder(amount: string, phone: string | null, nowMs = Date.now()): Order {
  const idempotencyKey = crypto.randomUUID()
  // Short enough to read to somebody, and found again among those of a day.
  const reference = `T-${idempotencyKey.slice(0, 8).toUpperCase()}`
  return { idempotencyKey, reference, amount, phone, askedAtMs: nowMs }
}

/** Whether the customer still expects it. A clock that was set back says nothing about that. */
export function maySend({ askedAtMs }: Pick<Order, 'askedAtMs'>, nowMs = Date.now()): boolean {
  return Math.abs(nowMs - askedAtMs) < sendableMs
}

/** Whether it can be said that what the service does not have will never come. */
export function isLost({ askedAtMs }: Pick<Order, 'askedAtMs'>, nowMs = Date.now()): boolean {
  return Math.abs(nowMs - askedAtMs) > lostMs
}

/** What is of another day is over, whatever became of it: a till that is opened begins anew. */
export function readOrder(name: string, nowMs = Date.now()): Order | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Order | null
    if (!kept?.idempotencyKey || !kept.reference || !kept.amount) return undefined
    return Math.abs(nowMs - kept.askedAtMs) < keptMs ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepOrder(name: string, order: Order): void {
  localStorage.setItem(name, JSON.stringify(order))
}

/** Forgets this order, and not one that another tab has begun since. */
export function forgetOrder(name: string, order: Pick<Order, 'idempotencyKey'>): void {
  if (readOrder(name)?.idempotencyKey === order.idempotencyKey) localStorage.removeItem(name)
}
