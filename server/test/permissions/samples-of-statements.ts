import assert from 'node:assert/strict'
import { dayAfter, dayAt } from '../../src/primitives/instant.ts'
import { closeBooks, prepareStatements } from '../../src/statements/statements.ts'
import type { Sent } from '../service.ts'
import type { Sample, Stage } from './stage.ts'

/** A day that is over for long enough, whenever this runs. */
const someDay = ({ service }: Stage) => dayAfter(dayAt(service.world.clock.now()), -2)

/** A statement that is ready, asked for with the credentials that are given. */
export async function readyStatement(stage: Stage, sent: Sent = stage.cast.credentials.live_key) {
  const { service } = stage
  const day = someDay(stage)
  const answer = await service.call('/v1/merchant/statements', { ...sent, body: { from: day, to: day } })
  const id = String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
  // Whoever else works on it at this moment may be quicker.
  for (;;) {
    await closeBooks(service.world)
    await prepareStatements(service.world)
    const [row] = await service.world.sql<
      { status: string }[]
    >`select status from statements where id = ${id}`
    if (row?.status === 'READY') return id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const ofStatement: Sample = async (stage) => ({
  params: { statement_id: await readyStatement(stage) },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})
const ofMerchant: Sample = async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } })

export const samplesOfStatements: Record<string, Sample> = {
  requestStatement: async (stage, principal) => ({
    ...(await ofMerchant(stage, principal)),
    body: { from: someDay(stage), to: someDay(stage) },
  }),
  listStatements: ofMerchant,
  readStatement: ofStatement,
  readStatementFile: async (stage, principal) => ({
    ...(await ofStatement(stage, principal)),
    query: { format: 'csv' },
  }),
  readStatementSchedule: ofMerchant,
  changeStatementSchedule: async (stage, principal) => ({
    ...(await ofMerchant(stage, principal)),
    body: { daily: false, monthly: true, emails: ['books@shop.test'] },
  }),
  listSettlements: ofMerchant,
}
