import type { Recipient } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useWords } from '../../words/words.ts'
import { recipientsWords } from './recipients-words.ts'

type Props = { of: Recipient }

/** Nothing goes to it any more, until somebody takes that back. */
export function BlockRecipient({ of: { id, status } }: Props) {
  const words = useWords(recipientsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const isBlocked = status === 'BLOCKED'
  return (
    <AskFirst<Recipient>
      key={status}
      label={isBlocked ? words.unblock : words.block}
      look="plain"
      title={isBlocked ? words.unblockTitle : words.blockTitle}
      send={() => malipo.recipients.update(id, { blocked: !isBlocked })}
      onAnswer={(now) => {
        if (now) queries.setQueryData([...key, 'recipients', id], now)
        void queries.invalidateQueries({ queryKey: [...key, 'recipients'] })
      }}
    >
      <p>{isBlocked ? words.unblockText : words.blockText}</p>
    </AskFirst>
  )
}

export function RemoveRecipient({ of: { id } }: Props) {
  const words = useWords(recipientsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <AskFirst<{ deleted: boolean }>
      label={words.remove}
      title={words.removeTitle}
      send={() => malipo.recipients.remove(id)}
      onAnswer={async (removed) => {
        if (!removed) return void queries.invalidateQueries({ queryKey: [...key, 'recipients'] })
        await navigate({ to: `/m/${merchantId}/${environment}/recipients` })
        queries.removeQueries({ queryKey: [...key, 'recipients', id] })
        void queries.invalidateQueries({ queryKey: [...key, 'recipients'] })
      }}
    >
      <p>{words.removeText}</p>
    </AskFirst>
  )
}
