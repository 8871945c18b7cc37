import { checkBooks } from '../../../src/operator/operator.ts'
import { accuse } from '../kernel/stage.ts'
import type { Stage, Word } from './stage.ts'
import { hear, takeForgotten } from './steps.ts'

type Check = (name: string) => Promise<void>

/** The provider tells once more whatever it has to tell; then nothing may be left that is settled there. */
export async function finish(stage: Stage, check: Check): Promise<void> {
  stage.clock.pass(60_000)
  takeForgotten(stage)
  await stage.settle()
  await check('the forgotten')
  stage.words = []
  for (const receipt of stage.receipts) {
    const kinds: Word['kind'][] = receipt.isBack ? ['succeeded', 'reversed'] : ['succeeded']
    for (const kind of kinds) {
      hear(stage, stage.processes.a, { receipt, kind, eventId: stage.chance.uuid(), fromStep: 0 })
      await stage.settle()
      await check('the last words')
    }
  }
  await stage.processes.b.expire()
  await check('the last ends')
  accuse(stage, 'end', [
    ...stage.receipts.flatMap(({ label, answer }) =>
      answer === null ? [`${label} was never taken in`] : [],
    ),
    ...stage.receipts
      .filter(({ isBack, answer, status }) => isBack && answer === 'payable' && status !== 'reversed')
      .map(({ label }) => `${label} was taken back, and is the merchant's`),
    ...stage.numbers
      .filter(({ status, endsAtMs }) => status === 'ACTIVE' && endsAtMs <= stage.clock.now().getTime())
      .map(({ label }) => `${label} is over, and open`),
    ...(await bookFaults(stage)),
  ])
  await check('the end')
}

async function bookFaults({ world }: Stage): Promise<string[]> {
  const findings = await checkBooks(world)
  return findings.filter(({ holds }) => !holds).map(({ check, details }) => `${check}: ${details}`)
}
