import { useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useIsSmall } from '../kit/use-media.ts'
import { useMay } from '../people/may.ts'
import { useWords } from '../words/words.ts'
import classes from './frame.module.css'
import { frameWords } from './frame-words.ts'
import { SearchBox } from './search-box.tsx'

/** The field in the middle of the bar; a button that opens it where there is no room. */
export function TopSearch() {
  const words = useWords(frameWords)
  const may = useMay()
  const isSmall = useIsSmall()
  const [isOpen, setOpen] = useState(false)
  const leave = () => setOpen(false)
  if (!may('searchMerchant')) return <div className={classes.searching} />
  if (!isSmall)
    return (
      <div className={classes.searching}>
        <SearchBox />
      </div>
    )
  return (
    <>
      <IconButton
        name="search"
        label={words.search}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        style={{ marginLeft: 'auto' }}
      />
      <Dialog isOpen={isOpen} onClose={leave} kind="sheet" title={words.searchTitle}>
        <SearchBox onOpened={leave} isFocused />
      </Dialog>
    </>
  )
}
