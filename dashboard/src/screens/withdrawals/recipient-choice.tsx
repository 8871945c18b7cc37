import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ChoiceField } from '../../kit/fields.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { useDestinations } from './use-destinations.ts'
import type { Wish } from './wish.ts'

type Props = {
  wish: Wish
  change(part: Partial<Wish>): void
  isChecked: boolean
  /** Where somebody who is not saved is written out. */
  children: ReactNode
}

/** As many as a list can be looked through; the others are reached from their own page. */
const mostShown = 100

/** One of those who are saved, or somebody else: whoever pays saved recipients only has no such choice. */
export function RecipientChoice({ wish, change, isChecked, children }: Props) {
  const words = useWords(askingWords)
  const { nameOf } = useDestinations()
  const { saved, isOnly, error, retry } = useSaved()
  useNamed(wish, change)
  const { recipient } = wish
  const isListed = saved.some(({ id }) => id === recipient?.id)
  const shown = recipient && !isListed ? [recipient, ...saved] : saved
  if (error) return <Trouble error={error} retry={retry} />
  if (shown.length === 0 && !isOnly) return children
  const choices = shown.map((one) => ({
    value: one.id,
    label: `${one.destination_name}, ${one.bank_name ?? nameOf(one.destination_code)} ${formatPhone(one.destination_identifier)}`,
  }))
  return (
    <>
      <ChoiceField
        name="recipient_id"
        label={words.saved}
        hint={isOnly ? words.savedOnly : undefined}
        choices={[{ value: '', label: isOnly ? words.choose : words.somebodyElse }, ...choices]}
        value={recipient?.id ?? ''}
        problem={isChecked && isOnly && !recipient ? words.problems.recipient : undefined}
        onChange={({ target }) => change({ recipient: shown.find(({ id }) => id === target.value) })}
      />
      {recipient?.status === 'COOLING' && (
        <Notice tone="waiting">
          <p>
            {words.cooling} <When at={recipient.usable_from} />
          </p>
        </Notice>
      )}
      {!recipient && !isOnly && children}
    </>
  )
}

function useSaved() {
  const { malipo, key } = useMerchant()
  const recipients = useQuery({
    queryKey: [...key, 'recipients', 'choice'],
    queryFn: async ({ signal }) => (await malipo.recipients.list({ page_size: mostShown }, { signal })).items,
  })
  const settings = useQuery({
    queryKey: [...key, 'recipient-settings'],
    queryFn: ({ signal }) => malipo.recipients.getSettings({ signal }),
  })
  return {
    saved: (recipients.data ?? []).filter(({ status }) => status !== 'BLOCKED'),
    isOnly: settings.data?.recipients_only ?? false,
    error: recipients.error ?? settings.error,
    retry: () => void Promise.all([recipients.refetch(), settings.refetch()]),
  }
}

/** Whoever comes from the page of a recipient has chosen it. */
function useNamed(wish: Wish, change: Props['change']): void {
  const { malipo, key } = useMerchant()
  const { recipient: id } = useSearch({ strict: false }) as { recipient?: string }
  const { data } = useQuery({
    queryKey: [...key, 'recipients', id],
    queryFn: ({ signal }) => malipo.recipients.get(id ?? '', { signal }),
    enabled: id !== undefined,
  })
  const isNews = data !== undefined && wish.arrived !== data.id
  useEffect(() => {
    if (isNews) change({ recipient: data, arrived: data.id })
  })
}
