import { useSearch } from '@tanstack/react-router'
import { type Making, MakingForm, useMaking } from '../../forms/making.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Segments } from '../../kit/choices.tsx'
import { AreaField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { newNumberWords } from './new-number-words.ts'
import { type NumberDraft, noNumber, problemsWith, requestOf } from './number-draft.ts'
import { numbersWords } from './numbers-words.ts'

export default function NewNumberScreen() {
  const words = useWords(newNumberWords)
  const { title: all, new: title, newTest: titleTest } = useWords(numbersWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { customer, name } = useSearch({ strict: false }) as { customer?: string; name?: string }
  const here = `/m/${merchantId}/${environment}/control-numbers`
  const making = useMaking({
    kept: `control-number.${merchantId}.${environment}.${customer ?? ''}`,
    // Whoever comes from a customer wants one that is paid again and again.
    first: customer === undefined ? noNumber : { ...noNumber, kind: 'CUSTOMER', mode: 'ANY' },
    problemsWith: (draft) => problemsWith(draft, words),
    make: (draft, options) => malipo.controlNumbers.create(requestOf(draft, customer), options),
    at: here,
    rowsKey: [...key, 'control-numbers'],
  })
  const isTest = environment === 'sandbox'
  return (
    <>
      <PageHead title={isTest ? titleTest : title} above={<WayBack to={here}>{all}</WayBack>} />
      <MakingForm of={making} button={isTest ? words.makeTest : words.make}>
        {name && <Notice tone="quiet">{words.forCustomer(name)}</Notice>}
        <Fields {...making} />
      </MakingForm>
    </>
  )
}

function Fields({ draft, change, field }: Making<NumberDraft>) {
  const words = useWords(newNumberWords)
  const { kinds } = useWords(numbersWords)
  return (
    <>
      <Segments
        label={words.kind}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        choices={[
          { value: 'ORDER', label: kinds.ORDER },
          { value: 'CUSTOMER', label: kinds.CUSTOMER },
        ]}
      />
      <p className="muted small">{draft.kind === 'ORDER' ? words.orderHint : words.customerHint}</p>
      <ChoiceField
        name="payment_mode"
        label={words.mode}
        choices={[
          { value: 'EXACT', label: words.exact },
          { value: 'PART', label: draft.kind === 'ORDER' ? words.parts : words.upTo },
          { value: 'ANY', label: words.any },
        ]}
        {...field('mode')}
      />
      {draft.mode !== 'ANY' && (
        <TextField
          name="amount"
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          {...field('amount')}
        />
      )}
      <AreaField
        name="description"
        label={words.text}
        hint={words.textHint}
        rows={2}
        maxLength={500}
        {...field('text')}
      />
      <TextField
        name="merchant_reference"
        label={words.reference}
        hint={words.referenceHint}
        maxLength={100}
        {...field('reference')}
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
