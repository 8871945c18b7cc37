import { useProblem } from '../../forms/form-problems.ts'
import { Segments } from '../../kit/choices.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { useDestinations } from './use-destinations.ts'
import type { Wish, WishProblem } from './wish.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

type Props = {
  wish: Wish
  change(part: Partial<Wish>): void
  problem(name: WishProblem): string | undefined
}

/** A network and a number, or a bank and an account. */
export function WhereTo({ wish, change, problem }: Props) {
  const words = useWords(askingWords)
  const { methods } = useWords(withdrawalsWords)
  const isBank = wish.method === 'BANK_ACCOUNT'
  // Where a number and an account are one field to the service, what it says of that is said of what stands here.
  const told = useProblem('destination_identifier')
  return (
    <>
      <Segments
        label={words.method}
        value={wish.method}
        onChange={(method) => change({ method: method as Wish['method'], code: '' })}
        choices={Object.entries(methods).map(([value, label]) => ({ value, label }))}
      />
      <Place {...{ wish, change, problem }} />
      {isBank ? (
        <TextField
          name="bank_account_number"
          label={words.account}
          autoComplete="off"
          value={wish.account}
          problem={problem('account') ?? told}
          onChange={({ target }) => change({ account: target.value })}
        />
      ) : (
        <TextField
          name="destination_phone"
          type="tel"
          label={words.phone}
          hint={words.phoneHint}
          autoComplete="off"
          value={wish.phone}
          problem={problem('phone') ?? told}
          onChange={({ target }) => change({ phone: target.value })}
        />
      )}
    </>
  )
}

/** The network or the bank; a wallet of the provider is the only one of its kind. */
export function Place({ wish, change, problem, hint }: Props & { hint?: string }) {
  const words = useWords(askingWords)
  const destinations = useDestinations()
  const choices = [
    { value: '', label: words.choose },
    ...destinations.of(wish.method).map(({ destination_code: value, name, available }) => ({
      value,
      label: available ? name : words.notNow(name),
    })),
  ]
  return (
    <>
      {destinations.error && <Trouble error={destinations.error} retry={destinations.retry} />}
      {wish.method !== 'PROVIDER_PESA' && (
        <ChoiceField
          name="destination_code"
          label={wish.method === 'BANK_ACCOUNT' ? words.bank : words.wallet}
          hint={hint}
          choices={choices}
          value={wish.code}
          problem={problem('code')}
          onChange={({ target }) => change({ code: target.value })}
        />
      )}
    </>
  )
}
