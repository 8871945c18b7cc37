import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '../../../src/world/world.ts'
import { freePort, malipo, type RunningService, runService, temporaryFolder } from '../../run-service.ts'
import { cookieOf, password, type Reply, request, testSecret } from '../../service.ts'
import { createTestDatabase } from '../../test-database.ts'
import type { Fields } from './shop.ts'

export type GatewaysStage = Awaited<ReturnType<typeof openGatewaysStage>>

type Line = { reference: string; state: string; party: string }

/** As somebody has it who types `npm start`: real processes beside which the gateways stand, on a database and a folder that outlive them. */
export async function openGatewaysStage() {
  const database = await createTestDatabase({ durable: true })
  const folder = await temporaryFolder()
  const [port, gatewayPort] = [await freePort(), await freePort()]
  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    MALIPO_SECRET: testSecret,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    GATEWAY_PORT: String(gatewayPort),
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
  }
  const operate = async (...words: string[]) => {
    const { code, output } = await malipo(words, environment)
    assert.equal(code, 0, output)
    return output
  }
  const owner = ['--email', 'owner@duka.test', '--password', password]
  const made = await operate(
    ...['merchant', 'create', '--name', 'Duka', ...owner, '--verified', '--balance', '1000000.00', '--json'],
  )
  await operate('admin', 'create', '--email', 'boss@malipo.test', '--password', password)
  const { merchant_id: merchantId, live_api_key: key } = JSON.parse(made) as Record<string, string>
  let running: RunningService | undefined
  let boss = ''

  const call = (path: string, body?: Fields, headers: Record<string, string> = {}): Promise<Reply> =>
    request(`http://localhost:${port}${path}`, {
      ...(body && { body: { merchant_id: merchantId, ...body } }),
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID(), ...headers },
    })

  /** What whoever runs a gateway may do with it. */
  async function gateway(path: string, body?: Fields): Promise<Fields> {
    const url = `http://127.0.0.1:${gatewayPort}${path}`
    const response = await fetch(url, body && { method: 'POST', body: JSON.stringify(body) })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return (await response.json()) as Fields
  }

  /** Whoever would wait for minutes looks now. */
  async function makeDue(): Promise<void> {
    await database.sql`update collections set due_at = now() where due_at is not null`
    await database.sql`update withdrawals set due_at = now() where due_at is not null`
  }

  const stage = {
    sql: database.sql,
    key,
    merchantId,
    port,
    gatewayPort,
    environment,
    call,
    gateway,
    makeDue,
    async start(liveProvider: string, crashAt?: CrashPoint): Promise<RunningService> {
      const settings = { ...environment, LIVE_PROVIDER: liveProvider, ...(crashAt && { CRASH_AT: crashAt }) }
      running = await runService({ port, environment: settings })
      const signedIn = await request(`${running.url}/v1/auth/sign-in/email`, {
        body: { email: 'boss@malipo.test', password },
      })
      boss = cookieOf(signedIn)
      return running
    },
    async end(signal: NodeJS.Signals): Promise<void> {
      running?.child.kill(signal)
      await running?.exit
    },
    /** As a Super Admin. */
    decide: (path: string, body: Fields): Promise<Reply> =>
      request(`http://localhost:${port}${path}`, { body, headers: { cookie: boss } }),
    /** Asks for a payment and tells its id. */
    async collect(path: string, body: Fields): Promise<string> {
      const answer = await call(`/v1/collections/${path}`, body)
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return String(answer.body.data.collection_id)
    },
    /** Asks for a payout, which a Super Admin approves, and tells its id. */
    async payOut(phone = '255754000009'): Promise<string> {
      const asked = await call('/v1/disbursements/mobile-money', {
        amount: '2000',
        destination_code: 'MPESA',
        destination_name: 'Asha',
        destination_identifier: phone,
      })
      assert.equal(asked.status, 202, JSON.stringify(asked.body))
      const id = String(asked.body.data.id)
      const decided = await stage.decide(`/v1/admin/withdrawals/${id}/approve`, {})
      assert.equal(decided.status, 200, JSON.stringify(decided.body))
      return id
    },
    /** Until a row of ours has ended so. `isLost` where nobody will be told, so that somebody has to look. */
    async untilEnded(table: 'collections' | 'withdrawals', id: string, status: string, isLost = false) {
      const statusNow = async () => {
        const [row] = await (table === 'collections'
          ? database.sql<{ status: string }[]>`select status from collections where id = ${id}`
          : database.sql<{ status: string }[]>`select status from withdrawals where id = ${id}`)
        return row?.status
      }
      const deadline = performance.now() + 60_000
      for (let now = await statusNow(); now !== status; now = await statusNow()) {
        assert.ok(performance.now() < deadline, `${table} ${id} is ${now}, not ${status}`)
        if (isLost) await makeDue()
        await sleep(isLost ? 500 : 50)
      }
    },
    /** Until this phone shows something, and what that is. */
    async untilPrompted(name: string, phone: string): Promise<{ reference: string }> {
      const deadline = performance.now() + 60_000
      for (;;) {
        const { prompts } = await gateway(`/${name}/_prompts?phone=${phone}`)
        const [prompt] = prompts as { reference: string }[]
        if (prompt) return prompt
        assert.ok(performance.now() < deadline, `nothing is shown on ${phone}`)
        await sleep(50)
      }
    },
    entries: async (name: string) => (await gateway(`/${name}/_book`)).entries as Line[],
    async statement(name: string, days: string): Promise<string[]> {
      const response = await fetch(`http://127.0.0.1:${gatewayPort}/${name}/_statement?${days}`)
      return (await response.text()).trim().split('\r\n').slice(1)
    },
    checkBooks: () => malipo(['check-books'], environment),
    async close(): Promise<void> {
      await stage.end('SIGKILL')
      await database.drop()
      await folder.remove()
    },
  }
  return stage
}
