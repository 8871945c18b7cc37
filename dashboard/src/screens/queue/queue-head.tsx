import type { QueueCount } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queueTabs } from '../../admin/admin-sections.ts'
import { adminWords } from '../../admin/admin-words.ts'
import { countOfTab, tellCount } from '../../admin/counts.ts'
import { useAdmin } from '../../admin/use-admin.ts'
import { useQueue } from '../../admin/use-queue.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/words.ts'
import classes from './queue.module.css'

/** The name of the queue that is open, and the way to the others. */
export function QueueHead({ open }: { open: (typeof queueTabs)[number]['word'] }) {
  const words = useWords(adminWords)
  const { at } = useAdmin()
  const { queue } = useQueue()
  const tabs = useRef<HTMLElement>(null)
  // On a phone they do not fit beside each other, and the one that is open must be seen.
  useEffect(() => {
    tabs.current?.querySelector(`[data-open]`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <>
      <PageHead title={words.tabs[open]} />
      <nav ref={tabs} className={classes.tabs} aria-label={words.queues}>
        {queueTabs.map(({ path, word }) => (
          <Link
            key={path}
            data-open={word === open || undefined}
            to={path === '' ? at : `${at}/${path}`}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {words.tabs[word]}
            {queue && <TabCount of={countOfTab(queue, word)} />}
          </Link>
        ))}
      </nav>
    </>
  )
}

/** How many wait there; the age of the oldest shows on hover. */
function TabCount({ of }: { of: QueueCount }) {
  if (of.count === 0) return null
  return (
    <span className={classes.count} title={of.oldest_at ?? undefined}>
      {tellCount(of)}
    </span>
  )
}
