import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findTries } from '../../src/collections/collections.ts'
import type { CrashPoint } from '../../src/world/world.ts'
import { deaths } from '../prove/deaths.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { assertBooksHold } from './money/books.ts'
import { bringBack, type CrashStage, openCrashStage, orderOf, putAside, send } from './money/crash-stage.ts'

let stage: CrashStage
before(async () => {
  stage = await openCrashStage()
})
after(() => stage.close())

type Page = { id: string; path: string }
/** A page that somebody was using when the service died: what they do after it is back, and how it must have ended then. */
type Case = Page & {
  title: string
  again?: (service: RunningService) => Promise<unknown>
  ends: { status: string; tries: RegExp; discrepancies: string[] }
}
const cases: Case[] = []

/** Who pays, who says no, and who never answers. */
const [pays, refuses, silent] = ['0712345678', '255700000002', '255700000005']

async function openPage(service: RunningService): Promise<Page> {
  const made = await send(service, orderOf(stage, '', { amount: 1500 }))
  const { collection_id: id, payment_url: url } = made?.body.data ?? {}
  return { id: String(id), path: new URL(String(url)).pathname }
}

/** Null when the service died before it answered. */
async function post({ url }: RunningService, path: string, fields: Record<string, string> = {}) {
  const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const
  const status = await fetch(`${url}${path}`, init).then(
    (answer) => answer.status,
    () => null,
  )
  assert.ok(status === null || status === 303, `${path}: ${status}`)
  return status
}
const begin = (service: RunningService, { path }: Page, attempt: string, phone = pays) =>
  post(service, path, { method: 'USSD_PUSH', phone, attempt })

const triesOf = async ({ id }: Page) => (await findTries(stage.world.sql, [id])).get(id) ?? []
const lastOf = async (page: Page) => (await triesOf(page)).at(-1)
/** How the last try stands at the network. */
async function stateThere(page: Page): Promise<string | undefined> {
  const [payment] = await stage.world.sql<{ state: string }[]>`
    select state from network_payments where reference = ${(await lastOf(page))?.provider_reference ?? ''}`
  return payment?.state
}
const isAsked = (page: Page) => until(async () => (await stateThere(page)) === 'waiting')

/** The network takes the money after all, and its word of it is lost. */
async function takeMoney(reference: string | undefined): Promise<void> {
  await stage.world.sql`
    update network_payments set state = 'paid', paid_amount = amount, failure_reason = null, due_at = null
    where reference = ${reference ?? ''}`
}

/** What somebody does on a page, and where the service dies of it. */
const acts: {
  what: string
  at: readonly CrashPoint[]
  act(service: RunningService, page: Page, point: CrashPoint): Promise<Omit<Case, keyof Page | 'title'>>
}[] = [
  {
    what: 'a first try',
    at: deaths['the-service-dies-on-a-page'].filter((point) => /^(try\.beg|coll|call)/.test(point)),
    async act(service, page, point) {
      const answered = await begin(service, page, '1')
      if (point === 'try.beginning') assert.equal(answered, null, 'it died before it could answer')
      const again = (next: RunningService) => begin(next, page, '1')
      return { again, ends: { status: 'successful', tries: /^paid$/, discrepancies: [] } }
    },
  },
  {
    what: 'a wish for another way',
    at: ['try.cancelling', 'try.cancelled'],
    async act(service, page, point) {
      await begin(service, page, '1', silent)
      await isAsked(page)
      assert.equal(await post(service, `${page.path}/another-way`), null, 'it died before it could answer')
      assert.equal(await stateThere(page), point === 'try.cancelling' ? 'waiting' : 'declined')
      const again = async (next: RunningService) => {
        while ((await lastOf(page))?.state === 'open') {
          await post(next, `${page.path}/another-way`)
          await sleep(250)
        }
        await begin(next, page, '2')
      }
      return { again, ends: { status: 'successful', tries: /^(cancelled|failed) paid$/, discrepancies: [] } }
    },
  },
  ...([false, true] as const).map((isPaidToo) => ({
    what: `a try beside the one that paid late${isPaidToo ? ', which somebody pays too' : ''}`,
    at: (isPaidToo ? ['try.cancelling'] : ['try.cancelling', 'try.cancelled']) as CrashPoint[],
    async act(service: RunningService, page: Page) {
      await begin(service, page, '1', refuses)
      await until(async () => (await lastOf(page))?.state === 'failed')
      await begin(service, page, '2', silent)
      await isAsked(page)
      const [first, second] = await triesOf(page)
      await takeMoney(first?.provider_reference)
      const { sql } = stage.world
      await sql`
        insert into due_look_ups (subject_id, about, environment, provider, due_at)
        values (${page.id}, 'collection', 'live', ${first?.provider ?? ''}, now())`
      await service.exit
      if (isPaidToo) await takeMoney(second?.provider_reference)
      const discrepancies = isPaidToo ? ['another_try_paid'] : []
      const tries = isPaidToo ? /^paid open$/ : /^paid (cancelled|failed)$/
      return { ends: { status: 'successful', tries, discrepancies } }
    },
  })),
  {
    what: 'a page whose time has come',
    at: ['page.ending'],
    async act(_service, page) {
      await stage.world
        .sql`update collections set ends_at = now() - interval '1 minute' where id = ${page.id}`
      return { ends: { status: 'failed', tries: /^$/, discrepancies: [] } }
    },
  },
]

test('each point on the way of a page is died at', () => {
  const points = new Set(acts.flatMap(({ at }) => at))
  assert.deepEqual([...points].sort(), deaths['the-service-dies-on-a-page'].toSorted())
})

for (const { what, at, act } of acts) {
  for (const point of at) {
    test(`the service dies at ${point} with ${what} in its hands`, async () => {
      const service = await stage.start(point)
      const page = await openPage(service)
      const left = await act(service, page, point)
      await assertDied(service)
      await putAside(stage.world)
      cases.push({ ...page, ...left, title: `${what} at ${point}` })
    })
  }
}

test('back again, each page is paid by one try or has ended, and whoever else paid is told to a person', async (context) => {
  tellProof(context, `${cases.length} pages in the hands of a service that died`)
  const { sql } = stage.world
  await bringBack(stage.world)
  const service = await stage.start()
  await Promise.all(cases.map(async ({ again }) => await again?.(service)))
  const statesOf = async (page: Page) => (await triesOf(page)).map(({ state }) => state).join(' ')
  for (const page of cases) {
    const { id, title, ends } = page
    let seen = ''
    const isOver = async () => {
      const [row] = await sql<{ status: string }[]>`select status from collections where id = ${id}`
      const told = await sql<{ kind: string }[]>`
        select kind from discrepancies where collection_id = ${id} order by kind`
      const kinds = told.map(({ kind }) => kind)
      seen = `${row?.status}, ${await statesOf(page)}, ${kinds}`
      return seen.startsWith(ends.status) && String(kinds) === String(ends.discrepancies)
    }
    await until(isOver).catch((error) => assert.fail(`${title}: ${seen} (${error})`))
    await until(async () => ends.tries.test(await statesOf(page))).catch(() =>
      assert.fail(`${title}: ${seen}`),
    )
    const [counted] = await sql<{ events: number; credits: number; paid: number }[]>`
      select (select count(*)::int from events where resource_id = ${id}) as events,
        (select count(*)::int from ledger_transactions where collection_id = ${id}) as credits,
        (select count(*)::int from network_payments p join collection_tries t on t.provider_reference = p.reference
          where t.collection_id = ${id} and p.state = 'paid') as paid`
    const credits = ends.status === 'successful' ? 1 : 0
    const paid = credits + ends.discrepancies.length
    assert.deepEqual({ ...counted }, { events: 1, credits, paid }, title)
  }
  await assertBooksHold(stage.world)
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})
