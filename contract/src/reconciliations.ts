/** Whose word our books are held against: the provider's own list, or a statement that somebody uploads. */
export const reconciliationSources = ['list', 'statement'] as const

export const reconciliationStatuses = ['waiting', 'done', 'failed'] as const
