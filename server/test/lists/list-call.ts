export type ListCall = {
  path: string
  as: 'owner' | 'admin'
  /** For each filter a value that almost nothing has; some filters have one that almost everything has, too. */
  filters: Record<string, string[]>
}

/** The newest and the oldest few minutes of what was filled in. */
export type Edges = { recently: string; atFirst: string }

/** Filters that several lists have. */
export function filtersOf({ recently, atFirst }: Edges) {
  const period = { from: [recently], to: [atFirst] }
  const collections = {
    ...{
      status: ['failed', 'created', 'successful'],
      method: ['DYNAMIC_QR', 'USSD_PUSH'],
      reference: ['none'],
    },
    ...period,
  }
  const withdrawals = {
    ...{ status: ['PROCESSING', 'SUCCESS'], method: ['BANK_ACCOUNT', 'MOBILE_MONEY'] },
    ...period,
  }
  return { period, collections, withdrawals }
}
