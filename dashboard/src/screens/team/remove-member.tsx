import type { Member, Removed } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { partWords } from '../../parts/part-words.ts'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { teamWords } from './team-words.ts'

/** Says what stops before it stops. */
export function RemoveMember({ member, isYourself }: { member: Member; isYourself: boolean }) {
  const words = useWords(teamWords)
  const parts = useWords(partWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const submission = useSubmission<Removed>()
  const isInvited = member.status === 'invited'
  const name = member.name ?? member.email
  const remove = async () => {
    if ((await submission.submit(() => malipo.members.remove(member.id))) === undefined) return
    // Whoever left has no business here any more; the start leads to what they have.
    if (isYourself) return location.assign('/')
    await navigate({ to: `/m/${merchantId}/${environment}/team` })
    queries.removeQueries({ queryKey: [...key, 'members', 'everyone'] })
    await queries.invalidateQueries({ queryKey: [...key, 'members'] })
  }
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {isInvited ? words.withdraw : words.remove}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isInvited ? words.withdrawTitle(name) : words.removeTitle(name)}
      >
        <FormTrouble error={submission.error} />
        <p>{isInvited ? words.withdrawText : words.removeText}</p>
        {isYourself && <p>{words.removeYourself}</p>}
        <div className="row">
          <Button look="danger" isBusy={submission.isSending} onClick={() => void remove()}>
            {isInvited ? words.withdrawNow : words.removeNow}
          </Button>
          <Button look="quiet" onClick={() => setOpen(false)}>
            {parts.cancel}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
