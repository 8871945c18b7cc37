import type { Notification } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Waiting } from '../kit/waiting.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { When } from '../parts/when.tsx'
import { useMay } from '../people/may.ts'
import { useLanguage, useWords } from '../words/words.ts'
import classes from './bell.module.css'
import { frameWords } from './frame-words.ts'
import { tellNotice } from './tell-notice.ts'
import { useMerchant } from './use-merchant.ts'

/** More than these nobody counts. */
const mostCounted = 99

/** What people of this merchant were told, and how much of it nobody has read. */
export function Bell() {
  const words = useWords(frameWords)
  const may = useMay()
  const { malipo, key } = useMerchant()
  const [isOpen, setOpen] = useState(false)
  const isHeard = may('listNotifications')
  const unread = useQuery({
    queryKey: [...key, 'notifications', 'unread'],
    queryFn: async ({ signal }) =>
      await malipo.notifications.list({ unread: true, page_size: 100 }, { signal }),
    enabled: isHeard,
    refetchInterval: 60_000,
  })
  if (!isHeard) return null
  const many = unread.data?.items.length ?? 0
  const label = many === 0 ? words.notifications : `${words.notifications}: ${words.unread(many)}`
  return (
    <div className={classes.bell}>
      <IconButton name="bell" label={label} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {many > 0 && (
        <span className={classes.many} aria-hidden="true">
          {many > mostCounted ? `${mostCounted}+` : many}
        </span>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} kind="sheet" title={words.notifications}>
        <Notifications hasUnread={many > 0} onLeave={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function Notifications({ hasUnread, onLeave }: { hasUnread: boolean; onLeave(): void }) {
  const words = useWords(frameWords)
  const may = useMay()
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const told = useQuery({
    queryKey: [...key, 'notifications', 'newest'],
    queryFn: async ({ signal }) => await malipo.notifications.list({ page_size: 30 }, { signal }),
  })
  const again = () => void queries.invalidateQueries({ queryKey: [...key, 'notifications'] })
  const mark = async ({ id, read_at }: Notification) => {
    if (read_at === null && may('markNotification')) await malipo.notifications.mark(id, { read: true })
    again()
  }
  const markAll = async () => {
    await malipo.notifications.markAll()
    again()
  }
  if (told.error) return <Trouble error={told.error} retry={() => void told.refetch()} />
  if (!told.data) return <Waiting rows={3} height={64} />
  if (told.data.items.length === 0) return <p className="muted">{words.nothingNew}</p>
  return (
    <>
      {hasUnread && may('markAllNotifications') && (
        <div>
          <Button look="plain" icon="check" onClick={() => void markAll()}>
            {words.markAllRead}
          </Button>
        </div>
      )}
      <ul className={classes.told}>
        {told.data.items.map((one) => (
          <li key={one.id} data-unread={one.read_at === null}>
            <Told
              one={one}
              onRead={() => void mark(one)}
              onOpen={() => {
                void mark(one)
                onLeave()
              }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type ToldProps = { one: Notification; onRead(): void; onOpen(): void }

function Told({ one, onRead, onOpen }: ToldProps) {
  const words = useWords(frameWords)
  const { merchantId, environment } = useMerchant()
  const { title, text } = tellNotice(one, useLanguage())
  // A refund is a withdrawal too, which only the kind of what is told sets apart.
  const isOfRefund = one.kind.startsWith('refund.')
  return (
    <>
      <div className="row apart">
        <strong>{title}</strong>
        <span className="muted small">
          <When at={one.created_at} />
        </span>
      </div>
      <p>{text}</p>
      <div className="row">
        {one.withdrawal_id && (
          <Link
            to={`/m/${merchantId}/${environment}/${isOfRefund ? 'refunds' : 'withdrawals'}/${one.withdrawal_id}`}
            onClick={onOpen}
          >
            {isOfRefund ? words.openRefund : words.openWithdrawal}
          </Link>
        )}
        {one.batch_id && (
          <Link to={`/m/${merchantId}/${environment}/batches/${one.batch_id}`} onClick={onOpen}>
            {words.openBatch}
          </Link>
        )}
        {one.read_at === null && (
          <Button look="quiet" size="small" onClick={onRead}>
            {words.markRead}
          </Button>
        )}
      </div>
    </>
  )
}
