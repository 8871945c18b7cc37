import assert from 'node:assert/strict'

const secretName = /key|secret|token|password|authorization|signature|digest|cookie|\bpin\b/i

/** Names of fields, at any depth, that sound secret and whose value is not masked. */
export function openSecretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(openSecretsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isMasked = inner === null || inner === '****'
    return secretName.test(name) && !isMasked ? [name] : openSecretsIn(inner)
  })
}

/** Nothing that sounds secret is open, and none of these is written down anywhere. */
export function assertNoSecrets(written: unknown, secrets: string[]): void {
  assert.deepEqual(openSecretsIn(written), [])
  const text = JSON.stringify(written)
  for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret is written down')
}
