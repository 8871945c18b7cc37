import { Button } from '../kit/button.tsx'
import type { IconName } from '../kit/icon.tsx'
import { Empty } from '../parts/empty.tsx'
import { partWords } from '../parts/part-words.ts'
import { useFilters } from '../routes/use-filters.ts'
import { useWords } from '../words/words.ts'

/** Where nothing fits what was chosen, the way back is to choose nothing. */
export function NoneFit({ icon, title }: { icon: IconName; title: string }) {
  const words = useWords(partWords)
  const [, choose] = useFilters()
  return (
    <Empty icon={icon} title={title}>
      <Button look="plain" onClick={() => choose({})}>
        {words.clearFilters}
      </Button>
    </Empty>
  )
}
