import { Outlet } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import frame from '../frame/frame.module.css'
import { frameWords } from '../frame/frame-words.ts'
import { NoLine } from '../frame/no-line.tsx'
import { SandboxStrip } from '../frame/sandbox-strip.tsx'
import { useWords } from '../words/words.ts'
import { AdminKeysHelp } from './admin-keys-help.tsx'
import { AdminBottomBar, AdminMenu } from './admin-menu.tsx'
import { AdminTopBar } from './admin-top-bar.tsx'
import { SecondFactorNeeded } from './second-factor-needed.tsx'
import { useAdmin } from './use-admin.ts'
import { useAdminKeys } from './use-admin-keys.ts'
import { useQueue } from './use-queue.ts'

/** What surrounds every screen of the console. */
export default function AdminFrame() {
  const words = useWords(frameWords)
  const { environment } = useAdmin()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = useCallback(() => setHelpOpen(true), [])
  useAdminKeys(showHelp)
  const { isClosed } = useQueue()
  return (
    <div className={frame.frame} data-environment={environment}>
      <a className={frame.skip} href="#content">
        {words.skip}
      </a>
      <SandboxStrip />
      <AdminTopBar />
      <div className={frame.body}>
        <AdminMenu />
        {/* Another environment is another page: nothing that was typed or opened goes along. */}
        <main id="content" className={frame.content} key={environment}>
          <NoLine />
          {isClosed ? <SecondFactorNeeded /> : <Outlet />}
        </main>
      </div>
      <AdminBottomBar />
      <AdminKeysHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
