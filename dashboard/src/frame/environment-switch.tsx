import { useLocation, useNavigate } from '@tanstack/react-router'
import { Segments } from '../kit/choices.tsx'
import { useIsSmall } from '../kit/use-media.ts'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import { useMerchant } from './use-merchant.ts'

/** Leads to the list of the same section in the other environment: what was open there does not exist here. */
export function useTurnTo(): (next: string) => void {
  const { merchantId } = useMerchant()
  const navigate = useNavigate()
  const [, , , , section = ''] = useLocation().pathname.split('/')
  return (next) => {
    const same = section === 'sandbox' && next === 'live' ? '' : section
    void navigate({ to: `/m/${merchantId}/${next}${same === '' ? '' : `/${same}`}` })
  }
}

/** Live or sandbox. On a phone the menu of the business has it. */
export function EnvironmentSwitch() {
  const words = useWords(frameWords)
  const { environment } = useMerchant()
  const turnTo = useTurnTo()
  if (useIsSmall()) return null
  return (
    <Segments
      label={words.environment}
      isLabelHidden
      value={environment}
      onChange={turnTo}
      choices={[
        { value: 'live', label: words.live },
        { value: 'sandbox', label: words.sandbox },
      ]}
    />
  )
}
