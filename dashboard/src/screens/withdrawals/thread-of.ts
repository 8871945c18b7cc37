export type Said = { by: 'us' | 'them'; text: string; at: string }

/** A step of a withdrawal or of a batch. */
export type ToldStep = { from: string | null; to: string; source: string; note: string | null; at: string }

/** The questions and answers among the steps. */
export function threadOf(history: readonly ToldStep[]): Said[] {
  return history.flatMap(({ from, to, source, note, at }): Said[] => {
    if (note === null) return []
    if (to === 'INFO_REQUESTED') return [{ by: 'them', text: note, at }]
    if (from === 'INFO_REQUESTED' && source === 'merchant' && to === 'PENDING_ADMIN_APPROVAL')
      return [{ by: 'us', text: note, at }]
    return []
  })
}
