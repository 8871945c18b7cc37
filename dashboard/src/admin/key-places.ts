import { adminSections, queueTabs } from './admin-sections.ts'

/** Where a key leads, below the environment; `before` is the key that was pressed just before it. Undefined: it is none of ours. */
export function placeOfKey(key: string, before: string | undefined): string | undefined {
  if (before === 'g') return adminSections.find(({ letter }) => letter === key)?.path
  return /^[1-9]$/.test(key) ? queueTabs[Number(key) - 1]?.path : undefined
}
