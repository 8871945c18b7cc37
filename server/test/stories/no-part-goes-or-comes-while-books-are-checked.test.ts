import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bringBack } from '../../src/archives/bring-back.ts'
import { putAside } from '../../src/archives/put-aside.ts'
import { checkBooks, checks } from '../../src/books/check-books.ts'
import type { Check } from '../../src/books/checks/check.ts'
import { openArchiveStage } from './archives/stage.ts'
import { assertBooksHold } from './money/books.ts'

let s: Awaited<ReturnType<typeof openArchiveStage>>
before(async () => {
  s = await openArchiveStage()
})
after(() => s.close())

/** Looks at the books, and begins something between the first check and those of histories, with time enough to do it. */
async function checkDuring(work: () => Promise<unknown>): Promise<void> {
  let begun: Promise<unknown> | undefined
  const between: Check = {
    check: 'somebody does something',
    async look() {
      begun = work()
      await Promise.race([begun, sleep(2_000)])
      return null
    },
  }
  const list = checks as Check[]
  list.splice(1, 0, between)
  const findings = await checkBooks(s.world).finally(() => list.splice(1, 1))
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
  await begun
}

test('a part that is put aside while the books are checked goes when they are', async () => {
  const part = await s.part(s.parts.oldest)
  await checkDuring(() => putAside(s.world, part, s.folder))
  assert.equal((await s.away()).length, 1)
  await assertBooksHold(s.world)
})

test('and one that is brought back meanwhile, with what came since, is back when they are', async () => {
  const part = await s.part(s.parts.oldest)
  await s.takeBack(2)
  await checkDuring(() => bringBack(s.world, part, s.folder))
  assert.deepEqual(await s.away(), [])
  await assertBooksHold(s.world)
})
