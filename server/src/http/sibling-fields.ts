import type { Operation } from '@malipo/contract'

/** Which of the calls beside an operation knows a field: `POST /v1/collections`. */
export type SiblingOf = (field: string) => string | undefined

/** Withdrawals and disbursements are one thing, written in two ways. */
function kinOf({ tag, method }: Operation): string {
  return `${method} ${tag === 'Disbursements' ? 'Withdrawals' : tag}`
}

/** Whoever sends a field to the wrong one of several like calls is told which one is right. */
export function siblingFinder(all: readonly Operation[]): (operation: Operation) => SiblingOf {
  return (operation) => {
    const siblings = all.filter((other) => other.id !== operation.id && kinOf(other) === kinOf(operation))
    return (field) => {
      const owner = siblings.find(({ body }) => body !== undefined && Object.hasOwn(body.properties, field))
      return owner && `${owner.method} ${owner.path}`
    }
  }
}
