/** How recipients are treated: how long new ones cool, and whether money leaves to saved ones only. */
export type Strictness = { hours: number; only: boolean }

/** What acts, and what will. */
export type Settings = { now: Strictness; next: (Strictness & { at: Date }) | null }
