import { useKept } from '../kit/use-kept.ts'

/** Whether a timeline of this merchant was read in this browser: one of the first steps, and nobody else's business. */
export function useTimelineRead(merchantId: string): [boolean, (isRead: boolean) => void] {
  return useKept(`malipo.read-timeline.${merchantId}`, false)
}
