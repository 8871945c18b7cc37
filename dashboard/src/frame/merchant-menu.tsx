import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '../kit/icon.tsx'
import { useMay } from '../people/may.ts'
import { useWords } from '../words/words.ts'
import classes from './frame.module.css'
import { frameWords } from './frame-words.ts'
import { type Section, sections } from './sections.ts'
import { useMerchant } from './use-merchant.ts'

const groups = ['first', 'money', 'sell', 'build', 'own'] as const

/** The sections that whoever is signed in can use, in this environment. */
export function useSections(): Section[] {
  const { environment } = useMerchant()
  const may = useMay()
  return sections.filter(({ needs, only }) => may(needs) && (only === undefined || only === environment))
}

export function MerchantMenu() {
  const words = useWords(frameWords)
  const shown = useSections()
  return (
    <nav className={classes.menu} aria-label={words.mainMenu}>
      {groups.map((group) => {
        const own = shown.filter((section) => section.group === group)
        if (own.length === 0) return null
        return (
          <ul key={group}>
            {own.map((section) => (
              <li key={section.path}>
                <SectionLink section={section} />
              </li>
            ))}
          </ul>
        )
      })}
    </nav>
  )
}

export function SectionLink({
  section: { path, word, icon, also },
  onClick,
}: {
  section: Section
  onClick?: () => void
}) {
  const words = useWords(frameWords)
  const { merchantId, environment } = useMerchant()
  const to = `/m/${merchantId}/${environment}${path === '' ? '' : `/${path}`}`
  const [, , , , open = ''] = useLocation().pathname.split('/')
  return (
    <Link
      to={to}
      activeOptions={{ exact: path === '', includeSearch: false }}
      {...(also?.includes(open) && { 'aria-current': 'page' })}
      {...(onClick && { onClick })}
    >
      <Icon name={icon} />
      {String(words[word])}
    </Link>
  )
}
