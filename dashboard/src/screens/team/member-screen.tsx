import type { Member } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { may } from '../../people/may.ts'
import { useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { Takings } from '../till/takings.tsx'
import { ChangeRole } from './change-role.tsx'
import { mayLookOver, rulesFor } from './member-rules.ts'
import { RemoveMember } from './remove-member.tsx'
import { RolePowers } from './role-powers.tsx'
import { teamWords } from './team-words.ts'
import { useEveryone } from './use-everyone.ts'
import { rolesInOrder } from './what-roles-may.ts'

export default function MemberScreen() {
  const words = useWords(teamWords)
  const { merchantId, environment, role } = useMerchant()
  const { memberId } = useParams({ strict: false }) as { memberId?: string }
  const { user } = useMe()
  const everyone = useEveryone()
  const list = `/m/${merchantId}/${environment}/team`
  const above = <WayBack to={list}>{words.back}</WayBack>
  if (everyone.error) return <Trouble error={everyone.error} retry={() => void everyone.refetch()} />
  if (everyone.isPending) return <Waiting rows={5} />
  const member = everyone.data.find(({ id }) => id === memberId)
  if (!member)
    return (
      <>
        <PageHead title={words.title} above={above} />
        <Empty icon="team" title={words.notThere} />
      </>
    )
  const { because, mayRemove, roles } = rulesFor(member, everyone.data, role, rolesInOrder)
  const isYourself = member.user_id === user.id
  return (
    <>
      <PageHead title={member.name ?? member.email} above={above} />
      <MemberFacts of={member} />
      {because && <p className="muted">{words[because]}</p>}
      {roles.length > 0 && <ChangeRole key={member.role} {...{ member, roles, isYourself }} />}
      {mayRemove && member.status === 'invited' && (
        <div className="card narrow stack">
          <p>{words.inviteAgainText}</p>
          <div>
            <Link to={`${list}/invite`} search={{ email: member.email }} {...buttonLook({ look: 'plain' })}>
              {words.inviteAgain}
            </Link>
          </div>
        </div>
      )}
      {member.user_id && may(member.role, 'readTill') && (mayLookOver(role) || isYourself) && (
        <TakenToday userId={member.user_id} />
      )}
      {mayRemove && <RemoveMember {...{ member, isYourself }} />}
    </>
  )
}

function MemberFacts({ of: member }: { of: Member }) {
  const words = useWords(teamWords)
  return (
    <div className="card narrow stack">
      <dl className="facts">
        <dt>{words.email}</dt>
        <dd>{member.email}</dd>
        <dt>{words.state}</dt>
        <dd>
          <Status of="member" status={member.status} />
        </dd>
        <dt>{member.expires_at ? words.invitedUntil : words.since}</dt>
        <dd>
          <When at={member.expires_at ?? member.created_at} />
        </dd>
        <dt>{words.role}</dt>
        <dd>{words.roles[member.role]}</dd>
      </dl>
      <RolePowers role={member.role} />
    </div>
  )
}

/** Whoever has never stood at the till of this environment has nothing there. */
function TakenToday({ userId }: { userId: string }) {
  const words = useWords(teamWords)
  const { malipo, key } = useMerchant()
  const till = useQuery({
    queryKey: [...key, 'till', userId],
    queryFn: ({ signal }) => malipo.till.get({ user_id: userId }, { signal }),
  })
  return (
    <section className="card narrow stack" aria-labelledby="taken-today">
      <h2 id="taken-today">{words.takings}</h2>
      {till.error && <Trouble error={till.error} retry={() => void till.refetch()} />}
      {till.isPending && <Waiting rows={2} />}
      {till.data && <Takings till={till.data} />}
    </section>
  )
}
