import { startChild } from './child.ts'
import { compareIntake } from './compare-intake.ts'
import { promise } from './measure.ts'

/** What rules cost whoever asks for payments: none, five that look at the payment itself, five that count what the payer, the key and the merchant asked for. */
export async function benchRules(dataDir: string): Promise<boolean> {
  const start = (rules: string) =>
    startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api', BENCH_RULES: rules })
  const [a = 1, b = 0, c = 0, d = 0] = await compareIntake('Risk rules', {
    'a  no rules': await start('none'),
    'b  no rules, another process': await start('none'),
    'c  five that look at the payment': await start('itself'),
    'd  five that count': await start('counting'),
  })
  const kept = [
    promise('no rules / no rules, two equal processes', b / a, { atLeast: 0.9 }),
    promise('five rules about the payment / none', c / Math.max(a, b), { atLeast: 0.9 }),
    promise('five rules that count / none', d / Math.max(a, b), { atLeast: 0.3 }),
  ]
  return kept.every(Boolean)
}
