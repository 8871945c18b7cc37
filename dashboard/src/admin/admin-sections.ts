import type { IconName } from '../kit/icon.tsx'
import type { adminWords } from './admin-words.ts'

export type AdminSection = {
  /** The part of the address after the environment; the queue has none. */
  path: string
  word: keyof typeof adminWords.en.sections
  icon: IconName
  /** Pressed after `g`. */
  letter: string
  group: 'first' | 'money' | 'own'
}

/** The menu of the console, in order. */
export const adminSections: readonly AdminSection[] = [
  { path: '', word: 'queue', icon: 'queue', letter: 'q', group: 'first' },
  { path: 'payments', word: 'payments', icon: 'payments', letter: 'p', group: 'money' },
  { path: 'withdrawals', word: 'withdrawals', icon: 'withdrawals', letter: 'w', group: 'money' },
  {
    path: 'control-numbers',
    word: 'controlNumbers',
    icon: 'control-numbers',
    letter: 'n',
    group: 'money',
  },
  { path: 'merchants', word: 'merchants', icon: 'till', letter: 'm', group: 'own' },
  { path: 'pricing', word: 'pricing', icon: 'tag', letter: 'c', group: 'own' },
  { path: 'providers', word: 'providers', icon: 'providers', letter: 'v', group: 'own' },
  { path: 'risk', word: 'risk', icon: 'eye', letter: 'k', group: 'own' },
  { path: 'reconciliation', word: 'reconciliation', icon: 'scales', letter: 'r', group: 'own' },
  { path: 'fiscal', word: 'fiscal', icon: 'invoices', letter: 'f', group: 'own' },
  { path: 'books', word: 'books', icon: 'books', letter: 'b', group: 'own' },
  { path: 'alerts', word: 'alerts', icon: 'bell', letter: 'l', group: 'own' },
  { path: 'audit', word: 'audit', icon: 'shield', letter: 'a', group: 'own' },
  { path: 'retention', word: 'retention', icon: 'clock', letter: 'd', group: 'own' },
  { path: 'operators', word: 'operators', icon: 'team', letter: 'o', group: 'own' },
]

export type QueueTab = {
  path: string
  word: keyof typeof adminWords.en.tabs
}

/** What waits for a person. Each is reached by its digit, counted from 1. */
export const queueTabs: readonly QueueTab[] = [
  { path: '', word: 'withdrawals' },
  { path: 'batches', word: 'batches' },
  { path: 'held', word: 'held' },
  { path: 'discrepancies', word: 'discrepancies' },
  { path: 'unclear', word: 'unclear' },
  { path: 'blocked', word: 'blocked' },
]
