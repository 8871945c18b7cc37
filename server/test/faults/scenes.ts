import assert from 'node:assert/strict'
import { openPage } from '../stories/money/page.ts'
import type { Fields } from '../stories/money/shop.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import type { FaultStage } from './fault-stage.ts'

/** What somebody does with money, of which there is one row then. */
export type Played = { about: 'collection' | 'disbursement'; id: string }
export type Scene = (stage: FaultStage) => Promise<Played>

const payer = '255754345678'

/** Somebody who has a prompt and does not answer it by themselves. */
const idler = '255700000005'

const bankAccount = {
  method: 'BANK_ACCOUNT',
  destination_code: 'CRDB',
  destination_phone: undefined,
  bank_account_number: '0150001234500',
  bank_account_name: 'Asha Juma',
  bank_name: 'CRDB',
}

export const scenes = {
  push: (stage) => push(stage, 'ussd-push'),
  own_push: (stage) => push(stage, 'provider-pesa-push'),
  async code(stage) {
    const { till, gateway } = stage
    const answer = await till.order('dynamic-qr', { amount: '2500' }, { key: till.liveKey })
    const id = await newestCollection(stage)
    // A code that nobody got to see is scanned by nobody.
    const shown = answer.body.data?.qr_payload
    if (typeof shown === 'string') gateway.scan(shown, payer)
    return { about: 'collection', id }
  },
  wallet: (stage) => payOut(stage, {}),
  bank: (stage) => payOut(stage, bankAccount),
  own_wallet: (stage) => payOut(stage, { method: 'PROVIDER_PESA', destination_code: 'PROVIDER_PESA' }),
  /** Somebody who has a prompt wants to pay in another way, and pays by the prompt all the same if that is possible. */
  async page(stage) {
    const { service, shop, gateway, work } = stage
    const page = await openPage(service, shop)
    const { tried } = await page.begin({ phone: idler })
    await work()
    await page.useAnotherWay()
    const entry = gateway.book.all().find(({ reference }) => reference === tried.provider_reference)
    if (entry) gateway.book.end(entry, 'paid')
    return { about: 'collection', id: page.id }
  },
} satisfies Record<string, Scene>

async function push(stage: FaultStage, path: string): Promise<Played> {
  const { till, work } = stage
  const wish = { amount: '1500', customer_phone: payer }
  const { id } = await till.collect(path, wish, { key: till.liveKey })
  await work()
  return { about: 'collection', id: String(id) }
}

async function payOut({ till, desk, work }: FaultStage, body: Fields): Promise<Played> {
  const { id } = await till.submit(body)
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await work()
  return { about: 'disbursement', id: String(id) }
}

/** Where no answer came there is a collection all the same. */
async function newestCollection({ service }: FaultStage): Promise<string> {
  const [row] = await service.world.sql<{ id: string }[]>`select id from collections order by id desc limit 1`
  return String(row?.id)
}
