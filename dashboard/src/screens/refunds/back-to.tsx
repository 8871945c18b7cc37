import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from '../withdrawals/asking-words.ts'
import { NameLookUp } from '../withdrawals/name-look-up.tsx'
import { Place, WhereTo } from '../withdrawals/where-to.tsx'
import type { Wish, WishProblem } from '../withdrawals/wish.ts'
import type { Payer } from './payer-of.ts'
import { refundFormWords } from './refund-form-words.ts'

type Props = {
  payer: Payer
  wish: Wish
  change(part: Partial<Wish>): void
  problem(name: WishProblem): string | undefined
}

/** Where the money goes, as far as whoever paid does not say it: a refund goes to nobody else. */
export function BackTo({ payer, wish, change, problem }: Props) {
  const words = useWords(refundFormWords)
  const asking = useWords(askingWords)
  if (payer === 'known') return null
  if (payer === 'without_network') return <Place {...{ wish, change, problem }} hint={words.networkHint} />
  return (
    <>
      <WhereTo {...{ wish, change, problem }} />
      <TextField
        name="destination_name"
        label={asking.name}
        hint={asking.nameHint}
        maxLength={120}
        value={wish.name}
        problem={problem('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <NameLookUp wish={wish} onFound={(known) => change({ known })} />
    </>
  )
}
