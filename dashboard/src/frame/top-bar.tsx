import { Link } from '@tanstack/react-router'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import classes from './frame.module.css'
import { Mark } from './mark.tsx'
import { MerchantSwitch } from './merchant-switch.tsx'
import { TopSearch } from './top-search.tsx'
import { useMerchant } from './use-merchant.ts'

export function TopBar() {
  const { merchantId, environment } = useMerchant()
  return (
    <header className={classes.top}>
      <Link to={`/m/${merchantId}/${environment}`} className={classes.brand} aria-label="Malipo">
        <Mark />
      </Link>
      <MerchantSwitch />
      <EnvironmentSwitch />
      <TopSearch />
      <Bell />
      <AccountMenu />
    </header>
  )
}
