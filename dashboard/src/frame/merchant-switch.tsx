import { Icon } from '../kit/icon.tsx'
import { Menu, MenuItem, MenuLabel } from '../kit/menu.tsx'
import { useIsSmall } from '../kit/use-media.ts'
import { useMe } from '../people/who.ts'
import { useWords } from '../words/words.ts'
import { useTurnTo } from './environment-switch.tsx'
import { frameWords } from './frame-words.ts'
import { useMerchant } from './use-merchant.ts'

/** Which business this is, and the way to the others; on a phone, where the bar is short, also which environment. */
export function MerchantSwitch() {
  const words = useWords(frameWords)
  const { merchants } = useMe()
  const { name, environment } = useMerchant()
  const isSmall = useIsSmall()
  const turnTo = useTurnTo()
  const button = (
    <>
      <span>
        {name}
        {isSmall && ' '}
        {isSmall && <small className="muted">{words[environment]}</small>}
      </span>
      <Icon name="down" size={16} />
    </>
  )
  return (
    <Menu button={button} label={`${words.merchant}: ${name}${isSmall ? ` ${words[environment]}` : ''}`}>
      {isSmall && (
        <>
          <MenuLabel>{words.environment}</MenuLabel>
          {(['live', 'sandbox'] as const).map((one) => (
            <MenuItem key={one} isChosen={one === environment} onChoose={() => turnTo(one)}>
              {words[one]}
            </MenuItem>
          ))}
          <MenuLabel>{words.merchant}</MenuLabel>
        </>
      )}
      {merchants.map((one) => (
        <MenuItem key={one.merchant_id} to={`/m/${one.merchant_id}/${environment}`}>
          {one.name}
        </MenuItem>
      ))}
      <MenuItem icon="plus" to="/new-business">
        {words.newMerchant}
      </MenuItem>
    </Menu>
  )
}
