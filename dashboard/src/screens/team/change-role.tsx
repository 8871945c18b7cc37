import type { Member } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField } from '../../kit/fields.tsx'
import { meQuery, type Role } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { RolePowers } from './role-powers.tsx'
import { teamWords } from './team-words.ts'

type Props = { member: Member; roles: readonly Role[]; isYourself: boolean }

/** Shows what the other role brings before it is given. */
export function ChangeRole({ member, roles, isYourself }: Props) {
  const words = useWords(teamWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<Member>()
  const [role, setRole] = useState(member.role)
  const isOther = role !== member.role
  const save = async () => {
    const changed = await submission.submit(() => malipo.members.update(member.id, { role }))
    if (changed === undefined) return
    await queries.invalidateQueries({ queryKey: [...key, 'members'] })
    // What one may do oneself is asked again, and menus and buttons follow.
    if (isYourself) await queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  return (
    <section className="card narrow stack" aria-labelledby="change-role">
      <h2 id="change-role">{words.changeRole}</h2>
      <p className="muted">{isYourself ? words.changeYourself : words.changeText}</p>
      <Form submission={submission} onSubmit={() => void save()}>
        <ChoiceField
          name="role"
          label={words.role}
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
          choices={roles.map((one) => ({ value: one, label: words.roles[one] }))}
        />
        {isOther && (
          <section aria-live="polite" aria-label={words.chosenMay(words.roles[role])}>
            <RolePowers role={role} />
          </section>
        )}
        <div>
          <Button type="submit" disabled={!isOther} isBusy={submission.isSending}>
            {words.save}
          </Button>
        </div>
      </Form>
    </section>
  )
}
