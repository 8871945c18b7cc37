import type { InvitedMember } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import type { Role } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { rolesGivenBy } from './member-rules.ts'
import { RolePowers } from './role-powers.tsx'
import { teamWords } from './team-words.ts'
import { rolesInOrder } from './what-roles-may.ts'

export default function InviteScreen() {
  const words = useWords(teamWords)
  const { merchantId, environment, role: own, malipo, key } = useMerchant()
  const { email = '' } = useSearch({ strict: false }) as { email?: string }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const submission = useSubmission<InvitedMember>()
  // Whoever thinks no further gives the least that sees anything.
  const [role, setRole] = useState<Role>('viewer')
  const [invited, setInvited] = useState<InvitedMember>()
  const list = `/m/${merchantId}/${environment}/team`
  const send = async (fields: FormData) => {
    const body = { email: String(fields.get('email')).trim(), role }
    const made = await submission.submit((options) => malipo.members.invite(body, options))
    if (made === undefined) return
    setInvited(made)
    queries.removeQueries({ queryKey: [...key, 'members'] })
  }
  if (invited) return <Invited of={invited} onDone={() => void navigate({ to: list })} />
  return (
    <>
      <PageHead title={words.inviteTitle} above={<WayBack to={list}>{words.back}</WayBack>} />
      <div className="card narrow">
        <Form submission={submission} saying={words.inviteSaying} onSubmit={(fields) => void send(fields)}>
          <TextField
            type="email"
            name="email"
            label={words.email}
            hint={words.emailHint}
            defaultValue={email}
            autoComplete="off"
            required
          />
          <ChoiceField
            name="role"
            label={words.role}
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
            choices={rolesGivenBy(own, rolesInOrder).map((one) => ({ value: one, label: words.roles[one] }))}
          />
          <section aria-live="polite" aria-label={words.chosenMay(words.roles[role])}>
            <RolePowers role={role} />
          </section>
          <div>
            <Button type="submit" isBusy={submission.isSending}>
              {words.send}
            </Button>
          </div>
        </Form>
      </div>
    </>
  )
}

/** The link stands here and nowhere else: whoever holds it and the address joins. */
function Invited({ of: invited, onDone }: { of: InvitedMember; onDone(): void }) {
  const words = useWords(teamWords)
  return (
    <>
      <PageHead title={words.invited(invited.email)} />
      <section className="card narrow stack" aria-label={words.link}>
        <p role="status">{invited.accept_url === null ? words.mailed : words.handOver}</p>
        {invited.accept_url !== null && <CodeBlock text={invited.accept_url} label={words.link} />}
        <div>
          <Button onClick={onDone}>{words.done}</Button>
        </div>
      </section>
    </>
  )
}
