export const nodes = ['pg1', 'pg2', 'pg3'] as const
export type Node = (typeof nodes)[number]
