import { crashPoints } from '../../../src/world/world.ts'
import { steps } from './steps.ts'

const ways = ['ACTIVE→PAID', 'ACTIVE→EXPIRED', 'ACTIVE→CANCELLED', 'PAID→ACTIVE']
const answers = ['payable', 'unknown', 'closed', 'too_low', 'too_high']

export function expected(): string[] {
  return [
    ...steps.map(({ name }) => `step ${name}`),
    ...ways.map((way) => `way ${way}`),
    ...answers.map((answer) => `answer ${answer}`),
    ...crashPoints.filter((point) => point.startsWith('bill.')).map((point) => `crash ${point}`),
    'crash callback.stored',
    'crash before a statement',
    'crash after a statement',
    'a race',
    'a reversal that came first',
    'owed by a refund',
    'asked of a person',
    'said to be paid after it was taken back',
    'for nobody',
    'for nobody, returned',
  ]
}
