import type { Member } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { RolePowers } from './role-powers.tsx'
import { teamWords } from './team-words.ts'
import { rolesInOrder } from './what-roles-may.ts'

export default function TeamScreen() {
  const words = useWords(teamWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { user } = useMe()
  const may = useMay()
  const place = `/m/${merchantId}/${environment}/team`
  const rows = useRows<Member>([...key, 'members'], (cursor, signal) =>
    malipo.members.list({ cursor, page_size: 50 }, { signal }),
  )
  const columns: Column<Member>[] = [
    {
      name: 'person',
      label: words.person,
      onCard: 'title',
      cell: ({ name, email, user_id }) => (user_id === user.id ? words.you(name ?? email) : (name ?? email)),
    },
    { name: 'role', label: words.role, cell: ({ role }) => words.roles[role] },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <Status of="member" status={status} />,
    },
    { name: 'email', label: words.email, cell: ({ email }) => email },
    { name: 'since', label: words.since, cell: ({ created_at }) => <When at={created_at} only="day" /> },
  ]
  return (
    <>
      <PageHead title={words.title}>
        {may('inviteMember') && (
          <Link to={`${place}/invite`} {...buttonLook()}>
            {words.invite}
          </Link>
        )}
      </PageHead>
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${place}/${id}`}
        empty={null}
      />
      <h2>{words.whatRolesMay}</h2>
      <div className="halves level">
        {rolesInOrder.map((role) => (
          <section key={role} className="card stack tight" aria-labelledby={`role-${role}`}>
            <h3 id={`role-${role}`}>{words.roles[role]}</h3>
            <RolePowers role={role} />
            {role === 'owner' && <p className="small muted">{words.ownersOnly}</p>}
          </section>
        ))}
      </div>
    </>
  )
}
