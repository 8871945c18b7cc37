import type { Everything } from './one-of-everything.ts'

/** One screen with one thing on it, and who looks at it. */
export type Look = { name: string; path: string; as: 'owner' | 'beginner' | 'admin' | 'stranger' }

/** What developers use, and what somebody must pay for, is looked at in the sandbox, where there is something to see. */
const ofSandbox = /\/(keys|webhooks|events|requests|sandbox|control-numbers)(\/|$)/

/** In the sandbox nothing waits for Super Admins. */
const ofQueue = /^\/admin\/\$environment(\/(batches|held|discrepancies|unclear|blocked))?$/

/** Where one screen shows things of very different states. */
const others: Record<string, string[]> = {
  paymentId: ['failedPaymentId', 'waitingPaymentId', 'reversedPaymentId', 'collectionId'],
  collectionId: ['subject', 'reversedPaymentId'],
  invoiceId: ['sentInvoiceId'],
  withdrawalId: [
    'waitingWithdrawalId',
    'lostWithdrawalId',
    'blockedWithdrawalId',
    'reversedWithdrawalId',
    'owedRefundId',
  ],
  refundId: ['paidRefundId'],
  batchId: ['doneBatchId', 'runningBatchId', 'pausedBatchId', 'askedBatchId'],
  numberId: ['paidNumberId', 'cancelledNumberId'],
  id: ['nobodysId'],
}

/** A refund is no withdrawal of its merchant's. */
const ofConsole = ['owedRefundId']

/** Every screen with its ids filled in; lists also as somebody sees them who has just begun. */
export function screensToLookAt(screens: string[], everything: Everything): Look[] {
  return screens.flatMap((screen) => {
    const as = screen.startsWith('/m/')
      ? 'owner'
      : screen.startsWith('/admin')
        ? 'admin'
        : /^\/(account|new-business)/.test(screen)
          ? 'owner'
          : 'stranger'
    const looks: Look[] = [{ name: nameOf(screen), path: filledIn(screen, everything), as }]
    const last = /\$(\w+)$/.exec(screen)?.[1] ?? ''
    for (const other of others[last] ?? []) {
      if (as !== 'admin' && ofConsole.includes(other)) continue
      const path = filledIn(screen.replace(`$${last}`, `$${other}`), everything)
      looks.push({ name: `${nameOf(screen)}-${other}`, path, as })
    }
    if (ofQueue.test(screen)) {
      const path = filledIn(screen.replace('$environment', 'sandbox'), everything)
      looks.push({ name: `${nameOf(screen)}-empty`, path, as })
    }
    const isWithoutIds = screen.replace('/m/$merchantId/$environment', '').includes('$') === false
    if (as === 'owner' && screen.startsWith('/m/') && isWithoutIds && !/\/new$/.test(screen)) {
      const path = filledIn(screen, everything, everything.beginner.merchantId)
      looks.push({ name: `${nameOf(screen)}-empty`, path, as: 'beginner' })
    }
    return looks
  })
}

function nameOf(screen: string): string {
  const short = screen.replace('/m/$merchantId/$environment', '/merchant').replace('/$environment', '')
  return short.slice(1).replaceAll(/[^\w]+/g, '-')
}

function filledIn(screen: string, { ids, merchantId }: Everything, ofMerchant = merchantId): string {
  const environment = ofSandbox.test(screen) ? 'sandbox' : 'live'
  const values: Record<string, string | undefined> = {
    ...ids,
    ...{ merchantId: ofMerchant, environment, about: 'payment', id: ids.paymentId },
  }
  return screen.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Nothing is made that ${screen} could show: give ${name} an id`)
    return value
  })
}
