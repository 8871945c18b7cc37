import type { BatchDossier, WithdrawalDossier } from '@malipo/sdk'
import { toMinor } from '@malipo/sdk'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Props = { of: Pick<WithdrawalDossier | BatchDossier, 'passed_alone' | 'currency'> }

/** Why a second may have to approve what is below the limit by itself. */
export function PassedAlone({ of }: Props) {
  const words = useWords(withdrawalWords)
  if (toMinor(of.passed_alone) === 0n) return null
  return <span className="small muted">{words.passedAlone(formatMoney(of.passed_alone, of.currency))}</span>
}
