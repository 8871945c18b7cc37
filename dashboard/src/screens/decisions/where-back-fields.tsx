import type { WithdrawalMethod } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import type { Problems } from '../../forms/use-told-problems.ts'
import { Segments } from '../../kit/choices.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { returnWords } from './return-words.ts'
import { type Asked, askedBy } from './where-back.ts'

/** What is asked: what is known to be lacking, and whatever the service has said since that it lacks. */
export function useAsked(known: Asked, problems: Problems): Asked {
  const told = askedBy(problems)
  const [before, setBefore] = useState<Asked>('nothing')
  if (told !== 'nothing' && told !== before && before !== 'place') setBefore(told)
  const all = [known, told, before]
  return all.find((one) => one === 'place') ?? all.find((one) => one === 'network') ?? 'nothing'
}

/** Where money goes back to, as far as the service has to be told. */
export function WhereBackFields({ asked }: { asked: Asked }) {
  const words = useWords(returnWords)
  const [method, setMethod] = useState<WithdrawalMethod>('MOBILE_MONEY')
  if (asked === 'nothing') return null
  if (asked === 'network')
    return (
      <>
        <p>{words.noNetwork}</p>
        <CodeField method="MOBILE_MONEY" />
      </>
    )
  const isBank = method === 'BANK_ACCOUNT'
  return (
    <>
      <p>{words.unknown}</p>
      <Segments
        name="destination_method"
        label={words.method}
        value={method}
        onChange={(next) => setMethod(next as WithdrawalMethod)}
        choices={Object.entries(words.methods).map(([value, label]) => ({ value, label }))}
      />
      {method === 'PROVIDER_PESA' ? (
        <input type="hidden" name="destination_code" value={method} />
      ) : (
        <CodeField key={method} method={method} />
      )}
      <TextField
        name="destination_identifier"
        type={isBank ? 'text' : 'tel'}
        label={isBank ? words.account : words.phone}
        hint={isBank ? undefined : words.phoneHint}
        autoComplete="off"
        maxLength={34}
      />
      <TextField
        name="destination_name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        maxLength={120}
      />
    </>
  )
}

/** The networks, or the banks; the name of a bank is sent with it. */
function CodeField({ method }: { method: WithdrawalMethod }) {
  const words = useWords(returnWords)
  const { malipo, key } = useAdmin()
  const [code, setCode] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'networks'],
    queryFn: async ({ signal }) => (await malipo.admin.networks.list({}, { signal })).items,
  })
  const places = (data ?? []).filter((one) => one.method === method && one.refunds !== null)
  const isBank = method === 'BANK_ACCOUNT'
  return (
    <>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      <ChoiceField
        name="destination_code"
        label={isBank ? words.bank : words.network}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        choices={[
          { value: '', label: words.choose },
          ...places.map((one) => ({ value: one.destination_code, label: one.name })),
        ]}
      />
      {isBank && (
        <input
          type="hidden"
          name="bank_name"
          value={places.find((one) => one.destination_code === code)?.name ?? ''}
        />
      )}
    </>
  )
}
