import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { assembleCast, type Cast, principals } from './cast.ts'
import { samples, spendsPeople } from './samples.ts'
import { type Known, lookAtTables, phones, type Secret, spendSecrets, storedPlain } from './secrets.ts'
import { sendSample } from './send-sample.ts'

const providerSecrets = {
  CLICKPESA_CLIENT_ID: 'client-of-clickpesa-0b7a',
  CLICKPESA_API_KEY: 'api-key-of-clickpesa-5f1e',
  CLICKPESA_CHECKSUM_KEY: 'checksum-of-clickpesa-9c2d',
}

let service: Service
let cast: Cast
let secrets: Secret[]
/** Every answer to whoever reads, and every refusal. */
const said: { where: string; text: string }[] = []

before(async () => {
  service = await startService({ environment: { ROLE: 'api', ...providerSecrets } })
  cast = await assembleCast(service)
  const known: Known = await spendSecrets(service, cast)
  said.push(...known.refusals)
  const ofProviders = Object.entries(providerSecrets).map(([what, value]) => ({ what, value }))
  secrets = [...known.secrets, ...ofProviders]
  said.push(...(await readEverything()))
  await service.parts.requests.written()
})
after(() => service.stop())

const withoutKeysThatFail = principals.filter((one) => !/^(malformed|unknown|revoked|expired)_key$/.test(one))

/** Whoever may read, Super Admins among them, reads all there is. A document is the file that was sent in, and needs a shop of its own. */
async function readEverything() {
  const reads = Object.values<Operation>(operations).filter(
    ({ id, method, stream }) => method === 'GET' && !stream && !spendsPeople.has(id),
  )
  const stage = { service, cast }
  const answers = await sideBySide(reads, async (operation) => {
    const parts = await (samples[operation.id] ?? assert.fail(operation.id))(stage, 'owner')
    return await Promise.all(
      withoutKeysThatFail.map(async (who) => {
        const { body } = await sendSample(service, operation, parts, cast.credentials[who])
        return { where: `${operation.id} as ${who}`, text: JSON.stringify(body) }
      }),
    )
  })
  return answers.flat()
}

function foundIn(texts: readonly { where: string; text: string }[], hidden: readonly Secret[]): string[] {
  return texts.flatMap(({ where, text }) =>
    hidden.filter(({ value }) => text.includes(value)).map(({ what }) => `${where}: ${what}`),
  )
}

const logged = () => service.logLines.map((text, at) => ({ where: `line ${at} of the log`, text }))

test('no answer to whoever reads, and no refusal, tells a secret', (context) => {
  assert.ok(said.length > 500 && secrets.length > 15)
  assert.deepEqual(foundIn(said, secrets), [])
  tellProof(
    context,
    `${secrets.length} secrets and ${phones.length} phones, ${said.length} answers, ${service.logLines.length} lines of the log`,
  )
})

test('no line of the log tells a secret or a whole phone number', () => {
  assert.ok(service.logLines.length > 500)
  assert.deepEqual(foundIn(logged(), [...secrets, ...phones]), [])
})

test('no table keeps a secret in plain words, and the logs that are kept have no whole phone number', async () => {
  const tables = await lookAtTables(service)
  assert.deepEqual(
    foundIn(tables, secrets).filter((found) => !storedPlain.some((known) => known.test(found))),
    [],
  )
  const logs = tables.filter(({ where }) =>
    /^(requests|requests_\w+|audit_log|unproven_callbacks)$/.test(where),
  )
  assert.ok(logs.some(({ text }) => text.length > 1_000))
  assert.deepEqual(foundIn(logs, phones), [])
})

test('a mail tells the token that it is about, and no other secret', async () => {
  const { sql, vault } = service.world
  const mails = await sql<{ recipient: string; subject: string; sealed: Buffer }[]>`
    select recipient, subject, body_sealed as sealed from mails`
  const texts = mails.map(({ recipient, subject, sealed }) => ({
    where: recipient,
    text: `${subject} ${vault.open(sealed)}`,
  }))
  const found = foundIn(texts, [...secrets, ...phones])
  const itsOwn = /^guest-.*: the token of (an invitation|a new password)$/
  assert.deepEqual(
    found.filter((one) => !itsOwn.test(one)),
    [],
  )
  assert.equal(found.length, 2)
})

test('a secret in a table and a phone in a line of the log are found', async () => {
  const [secret] = secrets
  const { sql } = service.world
  await sql.begin(async (tx) => {
    await tx`create table planted as select ${secret?.value ?? ''}::text as details`
  })
  const found = foundIn(await lookAtTables(service), secrets)
  await sql`drop table planted`
  assert.ok(
    found.some((one) => one.startsWith('planted: ')),
    String(found),
  )
  service.logLines.push(`{"msg":"collected from ${phones[0]?.value}"}`)
  assert.equal(foundIn(logged(), phones).length, 1)
})
