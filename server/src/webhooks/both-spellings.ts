import { type EventType, eventTypes, successEventNames } from '@malipo/contract'
import { invalid } from '../primitives/refusal.ts'

type SuccessName = (typeof successEventNames)[number]

/** The types that a query asks for, or null for all of them. */
export function wantedTypes(text: string | undefined): EventType[] | null {
  if (text === undefined) return null
  const asked = text.split(',')
  const unknown = asked.filter((type) => !isEventType(type))
  if (unknown.length > 0) {
    const problem = `has no such event type: ${unknown.join(', ')}; there are ${eventTypes.join(', ')}`
    throw invalid({ field: 'types', problem })
  }
  return bothSpellings(asked.filter(isEventType))
}

/** A paid collection is told in one spelling or the other: whoever asks for one means both. */
export function bothSpellings<Type extends string>(types: readonly Type[]): (Type | SuccessName)[] {
  const isPaid = types.some((type) => successEventNames.some((name) => name === type))
  return [...new Set([...types, ...(isPaid ? successEventNames : [])])]
}

/** Every type that filters like `refund.*` and `collection.success` stand for now, or null for all of them. */
export function typesOf(filters: readonly string[] | null): EventType[] | null {
  if (!filters || filters.includes('*')) return null
  return bothSpellings(eventTypes.filter((type) => filters.includes(type) || filters.includes(kindOf(type))))
}

function kindOf(type: EventType): string {
  return `${type.split('.', 1)[0]}.*`
}

function isEventType(text: string): text is EventType {
  return eventTypes.some((type) => type === text)
}
