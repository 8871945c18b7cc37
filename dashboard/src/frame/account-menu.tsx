import { useSubmission } from '../forms/use-submission.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { Menu, MenuItem, MenuLabel } from '../kit/menu.tsx'
import { chooseScheme, schemes, useScheme } from '../look/scheme.ts'
import { FormTrouble } from '../parts/trouble.tsx'
import { signOut } from '../people/change-person.ts'
import { useMe } from '../people/who.ts'
import { chooseLanguage, useLanguage, useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'

/** Whose session this is, what they see it in, and the way out. Whoever could not leave is told: a session that stays open is the next person's. */
export function AccountMenu() {
  const words = useWords(frameWords)
  const language = useLanguage()
  const scheme = useScheme()
  const { user, is_super_admin } = useMe()
  const leaving = useSubmission<void>()
  const leave = () => void leaving.submit(signOut)
  return (
    <>
      <Menu align="end" button={<Icon name="team" />} label={`${words.account}: ${user.name}`}>
        <MenuLabel>
          {user.name}
          <br />
          {user.email}
        </MenuLabel>
        <MenuItem to="/account">{words.account}</MenuItem>
        {is_super_admin && <MenuItem to="/admin/live">{words.admin}</MenuItem>}
        <MenuLabel>{words.language}</MenuLabel>
        <MenuItem isChosen={language === 'en'} onChoose={() => chooseLanguage('en')}>
          English
        </MenuItem>
        <MenuItem isChosen={language === 'sw'} onChoose={() => chooseLanguage('sw')}>
          Kiswahili
        </MenuItem>
        <MenuLabel>{words.theme}</MenuLabel>
        {schemes.map((one) => (
          <MenuItem key={one} isChosen={scheme === one} onChoose={() => chooseScheme(one)}>
            {words[one]}
          </MenuItem>
        ))}
        <MenuItem icon="out" onChoose={leave}>
          {words.signOut}
        </MenuItem>
      </Menu>
      <Dialog title={words.notSignedOut} isOpen={leaving.error !== undefined} onClose={leaving.clear}>
        <FormTrouble error={leaving.error} />
        <Button onClick={leave}>{words.signOut}</Button>
      </Dialog>
    </>
  )
}
