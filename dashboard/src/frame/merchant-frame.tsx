import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { useMay } from '../people/may.ts'
import { needsOf } from '../routes/needs-of-places.ts'
import { useWords } from '../words/words.ts'
import { BottomBar } from './bottom-bar.tsx'
import classes from './frame.module.css'
import { frameWords } from './frame-words.ts'
import { KeysHelp } from './keys-help.tsx'
import { MayNot } from './may-not.tsx'
import { MerchantMenu } from './merchant-menu.tsx'
import { NoLine } from './no-line.tsx'
import { SandboxStrip } from './sandbox-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { useMerchant } from './use-merchant.ts'

/** The screen of the address, for those who may use it. */
function WhoeverMay() {
  const { merchantId, environment } = useMerchant()
  const may = useMay()
  const { pathname } = useLocation()
  const needs = needsOf(pathname.slice(`/m/${merchantId}/${environment}`.length).replace(/^\/|\/$/g, ''))
  return needs === null || may(needs) ? <Outlet /> : <MayNot />
}

/** What surrounds every screen of a merchant. */
export function MerchantFrame() {
  const { merchantId, environment, role } = useMerchant()
  const words = useWords(frameWords)
  useLiveUpdates()
  // A cashier has the till and nothing else.
  if (role === 'cashier') return <Navigate to={`/m/${merchantId}/${environment}/till`} replace />
  return (
    <div className={classes.frame} data-environment={environment}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <SandboxStrip />
      <TopBar />
      <div className={classes.body}>
        <MerchantMenu />
        {/* Another merchant or environment is another page: nothing that was typed or opened goes along. */}
        <main id="content" className={classes.content} key={`${merchantId}/${environment}`}>
          <NoLine />
          <WhoeverMay />
        </main>
      </div>
      <BottomBar />
      <KeysHelp />
    </div>
  )
}
