import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import frame from '../frame/frame.module.css'
import { frameWords } from '../frame/frame-words.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/words.ts'
import classes from './admin-frame.module.css'
import { type AdminSection, adminSections, queueTabs } from './admin-sections.ts'
import { adminWords } from './admin-words.ts'
import { countOfTab, tellCount, together } from './counts.ts'
import { useAdmin } from './use-admin.ts'
import { useQueue } from './use-queue.ts'

const groups = ['first', 'money', 'own'] as const

export function AdminMenu() {
  const words = useWords(frameWords)
  return (
    <nav className={frame.menu} aria-label={words.mainMenu}>
      {groups.map((group) => {
        const own = adminSections.filter((section) => section.group === group)
        if (own.length === 0) return null
        return (
          <ul key={group}>
            {own.map((section) => (
              <li key={section.path}>
                <AdminSectionLink section={section} />
              </li>
            ))}
          </ul>
        )
      })}
    </nav>
  )
}

const shownBelow = 4

/** The menu where a thumb reaches it. */
export function AdminBottomBar() {
  const words = useWords(frameWords)
  const [isOpen, setOpen] = useState(false)
  const others = adminSections.slice(shownBelow)
  return (
    <nav className={`${frame.bottom} ${classes.below} not-printed`} aria-label={words.mainMenu}>
      {adminSections.slice(0, shownBelow).map((section) => (
        <AdminSectionLink key={section.path} section={section} />
      ))}
      {others.length > 0 && (
        <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
          <Icon name="more" />
          {words.more}
        </button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} kind="sheet" title={words.more}>
        <ul className={frame.listed}>
          {others.map((section) => (
            <li key={section.path}>
              <AdminSectionLink section={section} onClick={() => setOpen(false)} />
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}

function AdminSectionLink({ section, onClick }: { section: AdminSection; onClick?: () => void }) {
  const words = useWords(adminWords)
  const { at } = useAdmin()
  const { path, word, icon } = section
  const { queue } = useQueue()
  const waiting = queue && together(queueTabs.map((tab) => countOfTab(queue, tab.word)))
  const [, , , open = ''] = useLocation().pathname.split('/')
  const isHere = path === '' && (open === 'dead-letters' || queueTabs.some((tab) => tab.path === open))
  return (
    <Link
      to={path === '' ? at : `${at}/${path}`}
      activeOptions={{ exact: path === '', includeSearch: false }}
      {...(isHere && { 'aria-current': 'page' })}
      {...(onClick && { onClick })}
    >
      <Icon name={icon} />
      {words.sections[word]}
      {path === '' && waiting && waiting.count > 0 && (
        <span className={classes.count}>{tellCount(waiting)}</span>
      )}
    </Link>
  )
}
