import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'

// `GENERATE=on npm test -- people/powers` writes the file anew.
test('who may do what is what the contract says', () => {
  const file = join(import.meta.dirname, 'powers-of-roles.ts')
  const entries = Object.values<Operation>(operations).flatMap(({ id, access }) =>
    access.who === 'merchant' ? [`  ${id}: '${access.roles.join(' ')}',\n`] : [],
  )
  const text = `// Made of the contract's access table by powers.test.ts, which also finds it stale.
/** The roles that may carry out each operation of a merchant. */
export const powersOfRoles = {
${entries.join('')}} as const
`
  if (process.env.GENERATE === 'on') writeFileSync(file, text)
  assert.equal(readFileSync(file, 'utf8'), text)
})
