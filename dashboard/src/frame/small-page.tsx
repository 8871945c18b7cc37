import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { chooseLanguage, useLanguage } from '../words/words.ts'
import { Mark } from './mark.tsx'
import classes from './small-page.module.css'

/** A page with one question on it, for whoever is not inside yet. */
export function SmallPage({ title, children }: { title: string; children: ReactNode }) {
  const language = useLanguage()
  const other = language === 'en' ? 'sw' : 'en'
  return (
    <div className={classes.page}>
      <header className="row apart">
        <span className={classes.brand}>
          <Mark />
          malipo
        </span>
        <Button look="quiet" size="small" lang={other} onClick={() => chooseLanguage(other)}>
          {other === 'sw' ? 'Kiswahili' : 'English'}
        </Button>
      </header>
      <main className={`card ${classes.card}`}>
        <PageHead title={title} />
        {children}
      </main>
    </div>
  )
}
