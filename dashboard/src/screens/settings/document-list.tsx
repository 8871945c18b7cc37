import type { MerchantDocument, Removed } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { partWords } from '../../parts/part-words.ts'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { formatSize } from './judge-file.ts'
import { settingsWords } from './settings-words.ts'

type Props = { documents: readonly MerchantDocument[]; isSettled: boolean }

/** What was sent in. The files themselves are never opened here. */
export function DocumentList({ documents, isSettled }: Props) {
  const words = useWords(settingsWords)
  const may = useMay()
  return (
    <section className="card stack" aria-labelledby="documents">
      <div>
        <h2 id="documents">{words.documents}</h2>
        <p className="small muted">{isSettled && documents.length > 0 ? words.stays : words.onlyAdmins}</p>
      </div>
      {documents.length === 0 && <p className="muted">{words.nothingYet}</p>}
      {documents.length > 0 && (
        <ul className="bare stack">
          {documents.map((one) => (
            <li key={one.id} className="row apart">
              <div>
                <strong>{words.kinds[one.kind]}</strong>
                <p className="mono">{one.file_name}</p>
                <p className="small muted">
                  {formatSize(one.size)} · <When at={one.created_at} />
                </p>
              </div>
              {!isSettled && may('removeDocument') && <TakeBack of={one} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TakeBack({ of: one }: { of: MerchantDocument }) {
  const words = useWords(settingsWords)
  const parts = useWords(partWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<Removed>()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    if ((await submission.submit(() => malipo.documents.remove(one.id))) === undefined) return
    setOpen(false)
    await queries.invalidateQueries({ queryKey: [...key, 'documents'] })
  }
  return (
    <>
      <Button
        look="plain"
        icon="bin"
        aria-label={words.takeBackOf(one.file_name)}
        onClick={() => setOpen(true)}
      >
        {words.takeBack}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.takeBackTitle(one.file_name)}>
        <FormTrouble error={submission.error} />
        <p>{words.takeBackText}</p>
        <div className="row">
          <Button look="danger" isBusy={submission.isSending} onClick={() => void remove()}>
            {words.takeBackNow}
          </Button>
          <Button look="quiet" onClick={() => setOpen(false)}>
            {parts.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
