import assert from 'node:assert/strict'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import type { Sample, Stage } from './stage.ts'

const ofMerchant: Sample = async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } })

/** The number of nobody: whoever is asked about must not lose what other samples need. */
const about = { kind: 'export', phone: '255799000111' }

/** Whoever else works on it at this moment may be quicker. */
async function untilThere({ service }: Stage, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    await carryOutRequests(service.world)
    await prepareExports(service.world, { onError: assert.fail })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function madeRequest(stage: Stage): Promise<string> {
  const { service, cast } = stage
  const answer = await service.call('/v1/merchant/privacy-requests', {
    cookie: cast.ownerCookie,
    headers: { 'x-merchant-id': cast.merchantId },
    body: about,
  })
  const id = String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
  await untilThere(stage, async () => {
    const { count } = await service.world
      .sql`select from privacy_requests where id = ${id} and status = 'DONE'`
    return count === 1
  })
  return id
}

/** There is one at a time, so whoever finds one under way waits for it. */
async function madeExport(stage: Stage): Promise<string> {
  const { service, cast } = stage
  const { sql } = service.world
  const path = '/v1/merchant/exports'
  const sent = { cookie: cast.ownerCookie, headers: { 'x-merchant-id': cast.merchantId } }
  await service.call(path, { ...sent, method: 'POST' })
  let id = ''
  await untilThere(stage, async () => {
    const [ready] = await sql<{ id: string }[]>`
      select id from data_exports where merchant_id = ${cast.merchantId} and environment = 'live' and status = 'READY'
        and privacy_request_id is null order by id desc limit 1`
    id = ready?.id ?? ''
    return id !== ''
  })
  return id
}

/** Nothing of the merchant's is being exported now. */
async function noneUnderWay(stage: Stage): Promise<void> {
  const { sql } = stage.service.world
  await untilThere(stage, async () => {
    const { count } = await sql`
      select from data_exports where merchant_id = ${stage.cast.merchantId} and status = 'PREPARING'`
    return count === 0
  })
}

const ofRequest: Sample = async (stage, principal) => ({
  ...(await ofMerchant(stage, principal)),
  params: { privacy_request_id: await madeRequest(stage) },
})
const ofExport: Sample = async (stage, principal) => ({
  ...(await ofMerchant(stage, principal)),
  params: { export_id: await madeExport(stage) },
})

export const usualRetention = {
  ...{ replies_days: 30, requests_days: 7, events_days: 400 },
  ...{ exchanges_days: 400, sandbox_days: 90, payments_days: 3650 },
}

export const samplesOfPrivacy: Record<string, Sample> = {
  requestPrivacy: async (stage, principal) => ({ ...(await ofMerchant(stage, principal)), body: about }),
  listPrivacyRequests: ofMerchant,
  readPrivacyRequest: ofRequest,
  readPrivacyRequestFile: ofRequest,
  requestExport: async (stage, principal) => {
    await noneUnderWay(stage)
    return await ofMerchant(stage, principal)
  },
  listExports: ofMerchant,
  readExport: ofExport,
  readExportFile: ofExport,
  adminReadRetention: async () => ({}),
  adminChangeRetention: async () => ({ body: usualRetention }),
}
