import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { traces } from '../../permissions/traces.ts'
import type { Reply } from '../../service.ts'
import { type CreatingCall, goodBody } from '../refusals/creating-calls.ts'
import type { Stage } from '../refusals/stage.ts'

/** One way to spoil a good request, and the exact answer to it. */
export type BadCase = {
  what: string
  /** `status code`, and for `validation_error` the fields that are named, sorted. */
  told: string
  /** Fields to set; undefined leaves one out. */
  change?: Record<string, unknown>
  /** The bytes to send, made of the good body. */
  write?: (good: Record<string, unknown>) => string | Uint8Array | undefined
  headers?: Record<string, string>
  /** What the problem of the first field named must say. */
  hint?: string
}

/** Sends all of them at once, and then looks whether any left a trace. All differences are shown. */
export async function assertRefusedWithoutTrace(
  stage: Stage,
  call: CreatingCall,
  cases: BadCase[],
): Promise<void> {
  await assertNoneTaken(stage, cases, (one) => send(stage, call, one))
}

/** The same for any call: `sendOne` puts a good request together and spoils it. */
export async function assertNoneTaken(
  { service }: Pick<Stage, 'service'>,
  cases: BadCase[],
  sendOne: (one: BadCase) => Promise<Reply>,
): Promise<void> {
  assert.ok(cases.length > 0)
  const before = await traces(service)
  const wrong = await Promise.all(cases.map(async (one) => differenceOf(one, await sendOne(one))))
  assert.deepEqual(wrong.flat(), [])
  assert.deepEqual(await traces(service), before)
}

function differenceOf(one: BadCase, answer: Reply): string[] {
  const told = toldBy(answer)
  if (told !== one.told) return [`${one.what}: ${told} instead of ${one.told}`]
  if (one.hint === undefined || problems(answer)[0]?.problem.includes(one.hint)) return []
  return [`${one.what}: "${problems(answer)[0]?.problem}" lacks "${one.hint}"`]
}

async function send({ service, merchantId, sandboxKey }: Stage, call: CreatingCall, one: BadCase) {
  const good = { ...goodBody(call, merchantId), ...one.change }
  const raw = one.write ? one.write(good) : JSON.stringify(good)
  return await service.call(call.path, {
    method: 'POST',
    key: sandboxKey,
    ...(raw !== undefined && { raw }),
    headers: { 'idempotency-key': randomUUID(), ...one.headers },
  })
}

export function toldBy(answer: Reply): string {
  if (answer.body.success) return `${answer.status} accepted`
  const fields = problems(answer).map(({ field }) => field)
  return [answer.status, answer.body.error.code, ...fields.sort()].join(' ')
}

function problems({ body }: Reply): { field: string; problem: string }[] {
  const { details } = body.error
  return Array.isArray(details) ? details : []
}

/** The good body with one field written as this text, which need not be JSON. */
export function withLiteral(field: string, literal: string): NonNullable<BadCase['write']> {
  return ({ [field]: _replaced, ...rest }) => {
    const others = JSON.stringify(rest).slice(1, -1)
    return `{${others}${others === '' ? '' : ','}"${field}":${literal}}`
  }
}
