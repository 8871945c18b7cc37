import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { batchStatuses, type Environment, withdrawalStatuses } from '@malipo/contract'
import { noticesOf as noticesOfMerchant } from '../../src/admin/merchant-notices.ts'
import { expiryNotice, newAddressNotice } from '../../src/api-keys/key-notices.ts'
import { noticesOf as noticesOfBatch } from '../../src/batches/batch-notices.ts'
import type { BatchRow } from '../../src/batches/batch-row.ts'
import { creditNoteNotice, recoveredNotice } from '../../src/fiscal/fiscal-notices.ts'
import { noticeKinds } from '../../src/notifications/notice-kinds.ts'
import type { Notice } from '../../src/notifications/notify.ts'
import { erasedName, namelessPayer } from '../../src/primitives/stand-ins.ts'
import { savedNotice, settingsNotice, unblockedNotice } from '../../src/recipients/recipient-notices.ts'
import { switchedOffNotice } from '../../src/webhook-config/tell-switched-off.ts'
import { noticesOf as noticesOfWithdrawal } from '../../src/withdrawals/withdrawal-notices.ts'
import type { WithdrawalRow } from '../../src/withdrawals/withdrawal-row.ts'

// Imported by their paths: the dashboard's files are typed for browsers, and the service's are not.
const dashboard = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src')
const { noticeWords } = await import(join(dashboard, 'frame', 'notice-words.ts'))
const { tellNotice } = await import(join(dashboard, 'frame', 'tell-notice.ts'))
const sources = join(import.meta.dirname, '..', '..', 'src')

const id = '01930000-0000-7000-8000-000000000001'
const now = new Date('2025-11-15T09:00:00Z')
const soon = new Date('2025-11-16T09:00:00Z')
const owner = { merchantId: id, environment: 'live' as const }
const written = 'Tafadhali nenda to the bank: leo. Asante.'
const notes = [null, written]

const payouts = withdrawalStatuses.flatMap((status) =>
  (['withdrawal', 'refund'] as const).flatMap((kind) =>
    (['merchant', 'super_admin'] as const).flatMap((source) =>
      ['ASHA JUMA', namelessPayer].flatMap((name) =>
        notes.flatMap((note) => {
          const row = { id, kind, status, batch_id: null, currency: 'TZS', amount: 150_000n }
          const of = { merchant_id: id, environment: 'live', destination_name: name }
          return noticesOfWithdrawal({ after: { ...row, ...of } as unknown as WithdrawalRow, source, note })
        }),
      ),
    ),
  ),
)

const batches = batchStatuses.flatMap((status) =>
  (['PAUSED', 'PENDING_ADMIN_APPROVAL'] as const).flatMap((before) =>
    (['merchant', 'super_admin'] as const).flatMap((source) =>
      notes.flatMap((note) => {
        const sums = { name: 'Mishahara', row_count: 12, currency: 'TZS', amount_total: 150_000n }
        const row = { id, merchant_id: id, environment: 'live', ...sums } as unknown as BatchRow
        return noticesOfBatch({ ...row, status }, { batch: { ...row, status: before }, source, note })
      }),
    ),
  ),
)

const states = (['pending', 'verified', 'unverified'] as const).flatMap((verification) =>
  [true, false].map((isActive) => ({ id, verification_status: verification, is_active: isActive })),
)
const merchants = states.flatMap((before) =>
  states.flatMap((after) => notes.flatMap((note) => noticesOfMerchant(before, after, note ?? undefined))),
)

const key = { merchant_id: id, name: 'live', last_four: '4f2a' }
const keys = [
  newAddressNotice({ ...key, address: '41.59.1.2' }, now),
  ...(['live', 'sandbox'] as const).flatMap((environment: Environment) =>
    [1, 3].map((days) => expiryNotice({ ...key, environment, expires_at: soon, days })),
  ),
]

const recipientOf = (usableFrom: Date) =>
  ({
    ...{ merchant_id: id, environment: 'live', destination_code: 'VODACOM' },
    ...{ destination_identifier: '255712345678', usable_from: usableFrom, updated_at: now },
  }) as unknown as Parameters<typeof savedNotice>[0]
const callers = [{ kind: 'person', user: { name: 'Neema' } }, { kind: 'api_key' }].map(
  (by) => ({ ...owner, by }) as unknown as Parameters<typeof savedNotice>[1],
)
const recipients = callers.flatMap((caller) =>
  [now, soon].flatMap((from) => [
    savedNotice(recipientOf(from), caller),
    unblockedNotice(recipientOf(from), caller),
  ]),
)
const settings = [true, false].flatMap((only) =>
  [null, { hours: 0, only: false, at: soon }].map((next) =>
    settingsNotice(owner, 'Neema', { now: { hours: 24, only }, next }),
  ),
)

const endpoints = (['gone', 'failing'] as const).flatMap((because) =>
  [true, false].map((isAdded) =>
    switchedOffNotice({ ...owner, url: 'https://duka.example/malipo', because, isAdded, since: now }),
  ),
)
const receipts = [
  creditNoteNotice({ collection_id: id, merchant_id: id, environment: 'live', number: 12n }),
  ...[[], [13n, 14n]].map((withoutPayment) =>
    recoveredNotice(owner, { first: 12n, last: 15n, withoutPayment }),
  ),
]

// What is left of one when somebody is erased.
const erased = [...payouts, ...batches].map((notice) => ({ ...notice, text: `${erasedName}.` }))

const all: Notice[] = [
  payouts,
  batches,
  erased,
  merchants,
  keys,
  recipients,
  settings,
  endpoints,
  receipts,
].flat()

/** What no sentence in Swahili has, once what a person wrote and what programs read is left out. */
const english = /\b(the|was|is|of|to|and|not|your|it|from|until|before|a|an)\b/i
const ours = (text: string) => text.replaceAll(written, '').replaceAll('GET /v1/merchant/events', '')

test('every kind of notice has words in both languages', () => {
  for (const language of ['en', 'sw'] as const)
    assert.deepEqual(Object.keys(noticeWords[language]).sort(), [...noticeKinds].sort(), language)
  const made = new Set<string>(all.map(({ kind }) => kind))
  assert.deepEqual([...made].sort(), [...noticeKinds].sort(), 'each is made here, to be told')
})

test('whatever a merchant is told, the dashboard tells in Swahili, all of it', () => {
  const untold = all.filter((notice) => {
    const { title, text } = tellNotice(notice, 'sw')
    return title === notice.title || text === notice.text || english.test(ours(`${title} ${text}`))
  })
  assert.deepEqual(
    untold.map((notice) => tellNotice(notice, 'sw')),
    [],
  )
})

test('in English a notice is as the service wrote it, and what people wrote is in no language told otherwise', () => {
  for (const notice of all) {
    const { title, text } = notice
    assert.deepEqual(tellNotice(notice, 'en'), { title, text })
    assert.equal(tellNotice(notice, 'sw').text.includes(written), text.includes(written))
  }
  const unknown = { kind: 'of.tomorrow', title: 'A withdrawal failed', text: 'TZS 5.00 to Asha.' }
  assert.deepEqual(tellNotice(unknown, 'sw'), { title: unknown.title, text: unknown.text })
})

test('what the service itself notes about a payout or a batch is told in Swahili too', async () => {
  const files = [
    'withdrawals/approve-by-simulation.ts',
    'withdrawals/settle-by-simulation.ts',
    'withdrawals/cancel-withdrawals.ts',
    'batches/play-batches.ts',
    'batches/answer-batches.ts',
  ]
  const texts = (await Promise.all(files.map((file) => readFile(join(sources, file), 'utf8')))).join('\n')
  const found = texts.matchAll(/note(?::| =) '([^']+)'|moveBySimulation\(world, row, [^,]+, '([^']+)'/g)
  const said = new Set([...found].map(([, one, other]) => one ?? other ?? ''))
  assert.ok(said.size >= 9, `only ${said.size} notes are found`)
  for (const note of said) {
    const told = tellNotice(
      { kind: 'withdrawal.failed', title: 'A withdrawal failed', text: `TZS 5.00 to Asha: ${note}` },
      'sw',
    )
    assert.ok(!told.text.includes(note), note)
  }
})
