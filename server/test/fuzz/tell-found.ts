import type { Written } from './edits.ts'
import type { Fault } from './judge-answer.ts'
import type { Plan } from './plan-requests.ts'

/** A fault, and the request that brought it about, with no more done to it than it takes. */
export type Found = Fault & { plan: Plan; sent: string }

/** Each with the line that the corpus would keep of it. */
export function tellFound(found: Found[]): string {
  return found
    .map(({ kind, told, plan, sent }) =>
      [`${plan.target} ${kind}: ${told}`, JSON.stringify(plan), sent].join('\n      '),
    )
    .join('\n\n')
}

export function textOf({ method, path, headers, body }: Written): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${/authorization|cookie/.test(name) ? '…' : value.slice(0, 200)}`,
  )
  return [`${method} ${path.slice(0, 600)}`, ...lines, '', body?.toString().slice(0, 600) ?? ''].join(
    '\n      ',
  )
}
