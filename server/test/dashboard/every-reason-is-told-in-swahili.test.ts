import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { failureCodes, failures, refusals } from '@malipo/contract'
import { type AuditActor, auditActions, auditSubjects } from '../../src/audit/audit.ts'
import { batchSources } from '../../src/batches/batch-lifecycle.ts'
import { tooMuch } from '../../src/ledger/account.ts'
import { wordOn } from '../../src/reconciliation/compare-float.ts'
import { sources as movers } from '../../src/withdrawals/withdrawal-lifecycle.ts'

// Imported by their paths: the dashboard's files are typed for browsers, and the service's are not.
const dashboard = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src')
const { tellReason } = await import(join(dashboard, 'parts', 'tell-reason.ts'))
const { providersWords } = await import(join(dashboard, 'screens', 'providers', 'providers-words.ts'))
const { failureSentences, tellFailure } = await import(join(dashboard, 'parts', 'tell-failure.ts'))
const { decisionWords } = await import(join(dashboard, 'screens', 'decisions', 'decision-words.ts'))
const { tellPause } = await import(join(dashboard, 'parts', 'tell-pause.ts'))
const { tellWarning } = await import(join(dashboard, 'screens', 'batches', 'row-warning-words.ts'))
const { actionWords } = await import(join(dashboard, 'screens', 'audit', 'action-words.ts'))
const { auditWords } = await import(join(dashboard, 'screens', 'audit', 'audit-words.ts'))

const { refusalOfCode } = await import(join(dashboard, 'words', 'refusals.ts'))

const sources = join(import.meta.dirname, '..', '..', 'src')
const text = "\\s*(['`])((?:(?!\\1)[^\\\\])+)\\1"

/** Where the service writes to Super Admins, and before what. */
const written = [
  ['reconciliation/propose-settlement.ts', `(?:keep|accept)\\(${text}`, 12],
  ['reconciliation/compare-float.ts', `float_note:${text}`, 2],
  ['reconciliation/run-reconciliations.ts', `new Hopeless\\((?:run\\.problem \\?\\?)?${text}`, 3],
  ['audit/audit.ts', `return${text}`, 7],
] as const

test('whatever the service writes down for Super Admins, the console tells in Swahili', async () => {
  const found = await Promise.all(
    written.map(async ([file, pattern, least]) => {
      const source = await readFile(join(sources, file), 'utf8')
      const texts = [...source.matchAll(new RegExp(pattern, 'g'))].map(([, , template = '']) =>
        template.replaceAll(/\$\{[^}]*\}/g, '7'),
      )
      assert.ok(texts.length >= least, `${file} says only ${texts.length} things`)
      return texts
    }),
  )
  const onFloats = ([undefined, 'separate', 'one_balance'] as const).flatMap((kept) =>
    [[1n, 0n] as const, [0n, 1n] as const, [1n, 1n] as const].map(([one, other]) => wordOn(kept, one, other)),
  )
  const said = [...found.flat(), ...onFloats, tooMuch('TZS').message, 'not_found: There is nothing here.']
  assert.deepEqual(
    said.filter((one) => tellReason(one, 'sw') === one),
    [],
  )
  assert.deepEqual(
    said.filter((one) => tellReason(one, 'en') !== one),
    [],
  )
})

test('whatever is worth a second look in a batch is told in Swahili', async () => {
  const source = await readFile(join(sources, 'batches', 'weigh-rows.ts'), 'utf8')
  const said = [...source.matchAll(new RegExp(`text(?::|\\s=)${text}`, 'g'))].map(([, , template = '']) =>
    template.replaceAll(/\$\{[^}]*\}/g, '7'),
  )
  assert.ok(said.length >= 6, `only ${said.length} things are found`)
  assert.deepEqual(
    said.filter((one) => tellWarning(one, 'sw') === one),
    [],
  )
})

test('why a batch paused by itself is told in Swahili', async () => {
  const source = await readFile(join(sources, 'batches', 'send-batches.ts'), 'utf8')
  const said = [...source.matchAll(new RegExp(`return${text}`, 'g'))].map(([, , template = '']) =>
    template.replaceAll(/\$\{[^}]*\}/g, '7'),
  )
  assert.equal(said.length, 2)
  for (const one of said) assert.notEqual(tellPause(one, 'sw'), one)
})

test('whoever takes a step of a payout or of a batch has a name in both languages', () => {
  const all = [...new Set([...movers, ...batchSources])].sort()
  for (const language of ['en', 'sw'] as const)
    assert.deepEqual(Object.keys(decisionWords[language].takenBy).sort(), all)
})

test('why money did not arrive is told in Swahili, unless a provider said it better', () => {
  assert.deepEqual(failureSentences.en, failures)
  for (const code of failureCodes) {
    const told = tellFailure({ failure_code: code, failure_message: failures[code] }, 'sw')
    assert.equal(told, failureSentences.sw[code])
    assert.notEqual(told, failures[code])
  }
  const said = 'Subscriber is barred.'
  assert.equal(tellFailure({ failure_code: 'refused', failure_message: said }, 'sw'), said)
  assert.equal(tellFailure({ failure_code: null, failure_message: null }, 'sw'), null)
})

test('what people and providers wrote is left as it came', () => {
  for (const one of ['not from this address', 'note: They have moved.', 'ECONNRESET', ''])
    assert.equal(tellReason(one, 'sw'), one)
  assert.equal(tellReason('blocked: not from this address', 'sw'), 'imezuiwa: not from this address')
})

test('every call of a provider has its name', async () => {
  const [, calls = ''] =
    /type LaneCall = (.*)/.exec(await readFile(join(sources, 'providers', 'lanes.ts'), 'utf8')) ?? []
  const named = [...calls.matchAll(/'(\w+)'/g)].map(([, call]) => call)
  assert.deepEqual(Object.keys(providersWords.sw.calls).sort(), named.sort())
})

test('everything that can be audited is told in both languages, and nothing else is', () => {
  for (const language of ['en', 'sw'] as const) {
    assert.deepEqual(Object.keys(actionWords[language]).sort(), [...auditActions].sort(), language)
    assert.deepEqual(Object.keys(auditWords[language].subjects).sort(), [...auditSubjects].sort(), language)
  }
  const actors: Record<AuditActor['kind'], true> = {
    ...{ super_admin: true, member: true, api_key: true, operator: true, system: true },
  }
  assert.deepEqual(Object.keys(auditWords.sw.kinds).sort(), Object.keys(actors).sort())
  const same = auditActions.filter((action) => actionWords.sw[action] === actionWords.en[action])
  assert.deepEqual(same, [], 'what is Swahili is not English')
})

test('every action is written somewhere, by its name or by its noun', async () => {
  let all = ''
  for await (const file of glob('**/*.ts', { cwd: sources }))
    if (!/\.test\.ts$|audit-actions\.ts$/.test(file)) all += await readFile(join(sources, file), 'utf8')
  const built = /^(disbursement_batch|withdrawal|recipient|provider|invoice)\.|\.change_metadata$/
  const unwritten = auditActions.filter((action) => !all.includes(`'${action}'`) && !built.test(action))
  assert.deepEqual(unwritten, [])
})

/** Said of how a request is built, or to whoever calls with a key: no screen is ever told so. */
const toProgramsOnly =
  /^(bad_request|invalid_json|idempotency_key_(required|invalid)|invalid_(api_key|signature)|insufficient_scope|ip_not_allowed|dashboard_session_required|method_not_allowed|payout_cap_exceeded|unsupported_media_type|simulate_status_not_allowed|headers_too_large)$/

test('every refusal that people can meet is told in Swahili', () => {
  const untold = Object.keys(refusals).filter((code) => refusalOfCode('sw', code) === undefined)
  assert.deepEqual(
    untold.filter((code) => !toProgramsOnly.test(code)),
    [],
  )
})
