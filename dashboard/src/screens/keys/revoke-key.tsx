import type { ApiKey } from '@malipo/sdk'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

export function RevokeKey({ of: one, onDone }: { of: ApiKey; onDone(): void }) {
  const words = useWords(keysWords)
  const { malipo } = useMerchant()
  return (
    <div>
      <AskFirst<ApiKey>
        label={words.revoke}
        title={words.revokeTitle}
        confirm={words.revokeNow}
        send={() => malipo.apiKeys.revoke(one.id)}
        onAnswer={(revoked) => revoked && onDone()}
      >
        <p>{words.revokeText(one.name, one.last_four)}</p>
      </AskFirst>
    </div>
  )
}
