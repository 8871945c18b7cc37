import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/words.ts'
import classes from './frame.module.css'
import { frameWords } from './frame-words.ts'
import { SectionLink, useSections } from './merchant-menu.tsx'
import type { Section } from './sections.ts'
import { useMerchant } from './use-merchant.ts'

const shownBelow = ['', 'payments', 'withdrawals']

/** The menu where a thumb reaches it. */
export function BottomBar() {
  const words = useWords(frameWords)
  const { merchantId, environment } = useMerchant()
  const shown = useSections()
  const [isOpen, setOpen] = useState(false)
  const find = (path: string): Section | undefined => shown.find((section) => section.path === path)
  const [home, payments, money] = shownBelow.map(find)
  return (
    <nav className={`${classes.bottom} not-printed`} aria-label={words.mainMenu}>
      {home && <SectionLink section={home} />}
      {payments && <SectionLink section={payments} />}
      {payments && (
        <Link to={`/m/${merchantId}/${environment}/payments/new`} aria-label={words.newPayment}>
          <Icon name="plus" size={26} />
        </Link>
      )}
      {money && <SectionLink section={{ ...money, word: 'money' }} />}
      <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Icon name="more" />
        {words.more}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} kind="sheet" title={words.more}>
        <ul className={classes.listed}>
          {shown
            .filter(({ path }) => !shownBelow.includes(path))
            .map((section) => (
              <li key={section.path}>
                <SectionLink section={section} onClick={() => setOpen(false)} />
              </li>
            ))}
        </ul>
      </Dialog>
    </nav>
  )
}
