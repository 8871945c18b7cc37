import type { ApiKey } from '@malipo/sdk'
import { useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { partWords } from '../../parts/part-words.ts'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** Says what stops before it stops. */
export function RevokeKey({ of: one, onDone }: { of: ApiKey; onDone(): void }) {
  const words = useWords(keysWords)
  const parts = useWords(partWords)
  const { malipo } = useMerchant()
  const [isOpen, setOpen] = useState(false)
  const submission = useSubmission<ApiKey>()
  const revoke = async () => {
    if ((await submission.submit(() => malipo.apiKeys.revoke(one.id))) === undefined) return
    setOpen(false)
    onDone()
  }
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {words.revoke}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.revokeTitle}>
        <FormTrouble error={submission.error} />
        <p>{words.revokeText(one.name, one.last_four)}</p>
        <div className="row">
          <Button look="danger" isBusy={submission.isSending} onClick={() => void revoke()}>
            {words.revokeNow}
          </Button>
          <Button look="quiet" onClick={() => setOpen(false)}>
            {parts.cancel}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
