import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { NameLookUp } from './name-look-up.tsx'
import { WhereTo } from './where-to.tsx'
import type { Wish, WishProblem } from './wish.ts'

type Props = {
  wish: Wish
  change(part: Partial<Wish>): void
  problem(name: WishProblem): string | undefined
}

/** Where money goes, to whom, and whose it really is: of a withdrawal, a saved recipient and a refund to somebody unknown. */
export function WhomToPay({ wish, change, problem }: Props) {
  const words = useWords(askingWords)
  return (
    <>
      <WhereTo {...{ wish, change, problem }} />
      <TextField
        name="destination_name"
        label={words.name}
        hint={words.nameHint}
        maxLength={120}
        value={wish.name}
        problem={problem('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <NameLookUp wish={wish} onFound={(known) => change({ known })} />
    </>
  )
}
