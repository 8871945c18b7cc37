import type { Refund, WithdrawalStatus } from '@malipo/sdk'

const lookEveryMs = 3_000

const ended: readonly WithdrawalStatus[] = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

/** How often refunds are looked at while one has not ended: no event tells that it was approved, or that somebody asks about it. */
export function lookAgainMs(refunds: readonly Refund[] | undefined): number | false {
  return refunds?.some(({ status }) => !ended.includes(status)) ? lookEveryMs : false
}

/** What was declined or paid by mistake never was the merchant's: it is owed to whoever paid, and nobody but the operator ends that. */
export const isOwed = ({ origin }: Refund): boolean => origin !== 'requested'

export const isNothing = (amount: string): boolean => /^0+(\.0+)?$/.test(amount)

/** As people read it: an account has as many stars as digits that are hidden. */
export function asRead<One extends Refund>(refund: One): One {
  return { ...refund, destination_identifier: refund.destination_identifier.replace(/^\*+/, '***\u00a0') }
}
