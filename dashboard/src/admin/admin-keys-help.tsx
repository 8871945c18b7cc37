import { Fragment } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { useWords } from '../words/words.ts'
import classes from './admin-frame.module.css'
import { adminSections, queueTabs } from './admin-sections.ts'
import { adminWords } from './admin-words.ts'

/** Which keys there are; `?` opens it. */
export function AdminKeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { keys, keyList, tabs, sections, afterwards } = useWords(adminWords)
  const known: [string[], string][] = [
    ...queueTabs.map(({ word }, at): [string[], string] => [[String(at + 1)], tabs[word]]),
    ...adminSections.map(({ letter, word }): [string[], string] => [['g', letter], sections[word]]),
    [['j', 'k'], keyList.walk],
    [['Enter'], keyList.open],
    [['/'], keyList.search],
    [['?'], keyList.help],
  ]
  return (
    <Dialog title={keys} isOpen={isOpen} onClose={onClose}>
      <dl className={classes.keys}>
        {known.map(([pressed, what]) => (
          <Fragment key={pressed.join(' ')}>
            <dt>
              {pressed.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && pressed[0] === 'g' ? ` ${afterwards} ` : ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
