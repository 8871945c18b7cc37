import type { TestContext } from 'node:test'

export const proofPrefix = 'proof: '

/** What a proof was made of: its seed, and how much of everything. `npm run prove` gathers these lines. */
export function tellProof(context: TestContext, line: string): void {
  context.diagnostic(`${proofPrefix}${line}`)
}
