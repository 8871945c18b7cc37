import type { Member, Removed } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useWords } from '../../words/words.ts'
import { teamWords } from './team-words.ts'

export function RemoveMember({ member, isYourself }: { member: Member; isYourself: boolean }) {
  const words = useWords(teamWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isInvited = member.status === 'invited'
  const name = member.name ?? member.email
  const leave = async (removed: Removed | undefined) => {
    if (removed === undefined) return undefined
    // Whoever left has no business here any more; the start leads to what they have.
    if (isYourself) return location.assign('/')
    await navigate({ to: `/m/${merchantId}/${environment}/team` })
    queries.removeQueries({ queryKey: [...key, 'members', 'everyone'] })
    await queries.invalidateQueries({ queryKey: [...key, 'members'] })
  }
  return (
    <div>
      <AskFirst<Removed>
        label={isInvited ? words.withdraw : words.remove}
        title={isInvited ? words.withdrawTitle(name) : words.removeTitle(name)}
        confirm={isInvited ? words.withdrawNow : words.removeNow}
        send={() => malipo.members.remove(member.id)}
        onAnswer={leave}
      >
        <p>{isInvited ? words.withdrawText : words.removeText}</p>
        {isYourself && <p>{words.removeYourself}</p>}
      </AskFirst>
    </div>
  )
}
