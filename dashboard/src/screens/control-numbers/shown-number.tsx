import { useIsSmall } from '../../kit/use-media.ts'
import { formatNumber } from '../../parts/format.ts'

/** In a table it stands on one line; on a phone with large letters it may not fit there. */
export function ShownNumber({ number }: { number: string }) {
  return <span className={useIsSmall() ? 'breaks' : 'money'}>{formatNumber(number)}</span>
}
