import type { WithdrawalStep } from '@malipo/sdk'

export type Said = { by: 'us' | 'them'; text: string; at: string }

/** The questions and answers among the steps of a withdrawal. */
export function threadOf(history: readonly WithdrawalStep[]): Said[] {
  return history.flatMap(({ from, to, source, note, at }): Said[] => {
    if (note === null) return []
    if (to === 'INFO_REQUESTED') return [{ by: 'them', text: note, at }]
    if (from === 'INFO_REQUESTED' && source === 'merchant' && to === 'PENDING_ADMIN_APPROVAL')
      return [{ by: 'us', text: note, at }]
    return []
  })
}
