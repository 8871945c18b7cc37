import { toMinor } from '@malipo/sdk'
import { type Making, MakingForm, useMaking } from '../../forms/making.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Segments } from '../../kit/choices.tsx'
import { AreaField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { linksWords, newLinkWords } from './links-words.ts'

const noDraft = { kind: 'fixed', amount: '', least: '', most: '', text: '', uses: 'once', ends: '' }
type Draft = typeof noDraft

export default function NewLinkScreen() {
  const words = useWords(newLinkWords)
  const { title: all } = useWords(linksWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const here = `/m/${merchantId}/${environment}/links`
  const making = useMaking({
    kept: `link.${merchantId}.${environment}`,
    first: noDraft,
    problemsWith: (draft) => problemsWith(draft, words),
    make: (draft, options) => malipo.paymentLinks.create(requestOf(draft), options),
    at: here,
    rowsKey: [...key, 'links'],
  })
  const isTest = environment === 'sandbox'
  return (
    <>
      <PageHead title={isTest ? words.titleTest : words.title} above={<WayBack to={here}>{all}</WayBack>} />
      <MakingForm of={making} button={isTest ? words.makeTest : words.make}>
        <Fields {...making} />
      </MakingForm>
    </>
  )
}

type Problems = Partial<Record<keyof Draft, string>>

function Fields({ draft, change, field }: Making<Draft>) {
  const words = useWords(newLinkWords)
  return (
    <>
      <Segments
        label={words.kind}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        choices={[
          { value: 'fixed', label: words.fixed },
          { value: 'open', label: words.open },
        ]}
      />
      {draft.kind === 'fixed' ? (
        <TextField
          name="amount"
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          {...field('amount')}
        />
      ) : (
        <>
          <TextField
            name="min_amount"
            label={words.least}
            hint={words.ifAny}
            inputMode="decimal"
            {...field('least')}
          />
          <TextField
            name="max_amount"
            label={words.most}
            hint={words.ifAny}
            inputMode="decimal"
            {...field('most')}
          />
        </>
      )}
      <AreaField
        name="description"
        label={words.text}
        hint={words.textHint}
        rows={2}
        maxLength={500}
        {...field('text')}
      />
      <Segments
        label={words.uses}
        value={draft.uses}
        onChange={(uses) => change({ uses })}
        choices={[
          { value: 'once', label: words.once },
          { value: 'often', label: words.often },
        ]}
      />
      <TextField
        name="expires_at"
        type="date"
        label={words.ends}
        hint={words.endsHint}
        min={dayIn(new Date())}
        {...field('ends')}
      />
    </>
  )
}

function problemsWith(draft: Draft, words: (typeof newLinkWords)['en']): Problems {
  const isOpen = draft.kind === 'open'
  const isWrong = (text: string) => text.trim() !== '' && readAmount(text) === undefined
  const [least, most] = [readAmount(draft.least), readAmount(draft.most)]
  const isCrossed = least !== undefined && most !== undefined && toMinor(most) < toMinor(least)
  return {
    ...(!isOpen && readAmount(draft.amount) === undefined && { amount: words.noAmount }),
    ...(isOpen && isWrong(draft.least) && { least: words.noAmount }),
    ...(isOpen && isCrossed && { most: words.crossed }),
    ...(isOpen && isWrong(draft.most) && { most: words.noAmount }),
    ...(draft.ends !== '' && draft.ends < dayIn(new Date()) && { ends: words.past }),
  }
}

function requestOf(draft: Draft) {
  const isOpen = draft.kind === 'open'
  const text = draft.text.trim()
  return {
    amount: isOpen ? null : (readAmount(draft.amount) ?? ''),
    ...(isOpen && { min_amount: readAmount(draft.least), max_amount: readAmount(draft.most) }),
    ...(text !== '' && { description: text }),
    single_use: draft.uses === 'once',
    // The day ends in Dar es Salaam.
    ...(draft.ends !== '' && { expires_at: `${draft.ends}T23:59:59+03:00` }),
  }
}
