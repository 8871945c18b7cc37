import type { ProviderStanding } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { providersWords } from './providers-words.ts'

/** What lies ready for payouts, and whether that is enough. */
export function FloatAmount({ of: { float } }: { of: Pick<ProviderStanding, 'float'> }) {
  const words = useWords(providersWords)
  if (float.amount === null) return <Badge tone="unknown">{words.floatUnknown}</Badge>
  return (
    <span className="row">
      <Money amount={float.amount} currency={float.currency ?? 'TZS'} />
      {float.short_since !== null ? (
        <Badge tone="failed">{words.short}</Badge>
      ) : (
        float.low_since !== null && <Badge tone="checked">{words.low}</Badge>
      )}
    </span>
  )
}
