import type { PrivacyCase } from '@malipo/sdk'
import { saveFile } from '../../calls/save-file.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { privacyWords } from './privacy-words.ts'

/** The file for whoever asked, for as long as it is there. */
export function SaveAnswer({ of: { id, file_ends_at: until } }: { of: PrivacyCase }) {
  const words = useWords(privacyWords)
  const { malipo } = useMerchant()
  const submission = useSubmission<Uint8Array<ArrayBuffer>>()
  if (until === null || new Date(until) < new Date()) return null
  const save = async () => {
    const bytes = await submission.submit(() => malipo.privacyRequests.file(id))
    if (bytes) saveFile(`personal-data-${id}.ndjson`, 'application/x-ndjson', bytes)
  }
  return (
    <>
      <FormTrouble error={submission.error} />
      <Button look="plain" isBusy={submission.isSending} onClick={() => void save()}>
        {words.save}
      </Button>
    </>
  )
}
