import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { benchMerchant } from './bench-merchant.ts'
import { startChild } from './child.ts'
import { fillTransactions } from './fill-transactions.ts'
import { type Load, load, type Target } from './load.ts'
import { promise, rounds, seconds } from './measure.ts'

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000)

/** As many as one dashboard gone wild would send at once. */
const flood = 40

/** Few enough that the time is that of the answer, not of the queue. */
const fewPayers = 8

/** One merchant reads lists as fast as they come, of a book of a million rows; another asks for payments. */
export async function benchListsBesideIntake(dataDir: string): Promise<boolean> {
  const child = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const { url = '', merchantId = '', key } = child.message
    const victim = await prepare(dataDir, merchantId)
    const list = `${url}/v1/merchants/${merchantId}/transactions`
    const headers = { authorization: `Bearer ${key}` }
    const attacks = {
      'a reference that nothing has': { url: `${list}?reference=none`, headers },
      'a type that nothing has': { url: `${list}?type=deposit`, headers },
      'the last page': { url: `${list}?page=${Math.floor(transactions / 25)}`, headers },
    }
    const payment = paymentOf(url, victim)
    console.log(`\nAsking for payments beside ${flood} readers of a book of ${transactions} rows`)
    await load(payment, 2, fewPayers)
    let holds = true
    for (const [name, attack] of Object.entries(attacks))
      holds = (await compare(name, payment, attack)) && holds
    return holds
  } finally {
    await child.stop()
  }
}

/** Fills the book of the one who reads, and makes the one who is paid. */
async function prepare(dataDir: string, readerId: string) {
  const config = readConfig({ DATA_DIR: dataDir })
  const installation = await openInstallation(config, { applicationName: 'malipo-fill', log: () => {} })
  try {
    await fillTransactions(installation.world, readerId, transactions)
    return await benchMerchant(installation.world)
  } finally {
    await installation.close()
  }
}

function paymentOf(url: string, victim: { merchant_id: string; sandbox_api_key: string }): Target {
  return {
    url: `${url}/v1/collections/ussd-push`,
    headers: { authorization: `Bearer ${victim.sandbox_api_key}` },
    body: { merchant_id: victim.merchant_id, amount: '1000.00', customer_phone: '255712345678' },
  }
}

/** In turns, with and without; the median of the ratios counts. */
async function compare(name: string, payment: Target, attack: Target): Promise<boolean> {
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await load(payment, seconds, fewPayers)
    const [beside, reading] = await Promise.all([
      load(payment, seconds, fewPayers),
      load(attack, seconds, flood),
    ])
    refuseFailures(alone, beside)
    ratios.push(beside.p99Ms / alone.p99Ms)
    console.log(
      `  ${name}: p99 ${alone.p99Ms.toFixed(2)} ms alone, ${beside.p99Ms.toFixed(2)} ms beside ` +
        `${Math.round(reading.requestsPerSecond)} lists/s, of which ${reading.failures} were refused`,
    )
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN
  return promise(`${name}: p99 beside / alone`, median, { atMost: 2 })
}

function refuseFailures(...loads: Load[]): void {
  for (const { failures } of loads) {
    if (failures > 0) throw new Error(`${failures} payments were not taken`)
  }
}
