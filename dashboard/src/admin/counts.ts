import type { Queue, QueueCount } from '@malipo/sdk'
import type { QueueTab } from './admin-sections.ts'

/** What a tab counts; some stand for two lists. */
export function countOfTab(queue: Queue, word: QueueTab['word']): QueueCount {
  return word === 'blocked' ? together([queue.stuck, queue.dead_letters]) : queue[word]
}

/** Several counts as one, with the oldest of all. */
export function together(counts: readonly QueueCount[]): QueueCount {
  const ages = counts.flatMap(({ oldest_at: at }) => (at === null ? [] : [at])).toSorted()
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    is_more: counts.some(({ is_more }) => is_more),
    oldest_at: ages[0] ?? null,
  }
}

/** `12`, or `100+` where nobody counted further. */
export function tellCount({ count, is_more }: QueueCount): string {
  return is_more ? `${count}+` : String(count)
}
