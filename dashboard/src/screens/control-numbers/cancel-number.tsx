import type { ControlNumber } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { numbersWords } from './numbers-words.ts'

/** Nothing opens it again, so it is asked about first. */
export function CancelNumber({ of: { id } }: { of: ControlNumber }) {
  const words = useWords(numbersWords)
  const may = useMay()
  const { malipo, key, environment } = useMerchant()
  const queries = useQueryClient()
  if (!may('cancelControlNumber')) return null
  return (
    <AskFirst<ControlNumber>
      label={environment === 'sandbox' ? words.cancelTest : words.cancel}
      look="plain"
      title={words.cancelTitle}
      keep={words.keep}
      send={(options) => malipo.controlNumbers.cancel(id, options)}
      onAnswer={() => queries.invalidateQueries({ queryKey: [...key, 'control-numbers'] })}
    >
      <p>{words.cancelText}</p>
    </AskFirst>
  )
}
