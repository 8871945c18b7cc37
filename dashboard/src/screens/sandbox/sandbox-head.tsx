import type { SandboxSwitchboard } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button, buttonLook } from '../../kit/button.tsx'
import { TabLinks } from '../../kit/tab-links.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { sandboxWords } from './sandbox-words.ts'

/** All faults, with the one figure that is none. */
export const faultNames = ['lost', 'late', 'twice', 'out_of_order', 'contradicting', 'badly_signed'] as const

export function useSwitchboard() {
  const { malipo, key, environment } = useMerchant()
  return useQuery({
    queryKey: [...key, 'switchboard'],
    queryFn: ({ signal }) => malipo.sandbox.getSwitchboard({ signal }),
    enabled: environment === 'sandbox',
  })
}

/** What stands above every part of the sandbox. Nobody debugs a fault that they set themselves. */
export function SandboxHead() {
  const words = useWords(sandboxWords)
  const { merchantId } = useMerchant()
  const place = `/m/${merchantId}/sandbox`
  return (
    <>
      <PageHead title={words.title}>
        <a
          href={`/simulator?merchant=${merchantId}`}
          target="_blank"
          rel="noreferrer"
          {...buttonLook({ look: 'plain' })}
        >
          {words.handsets}
        </a>
      </PageHead>
      <TabLinks
        label={words.parts}
        links={[
          { to: `${place}/sandbox`, label: words.behaviour },
          { to: `${place}/sandbox/phones`, label: words.phones },
          { to: `${place}/sandbox/outbox`, label: words.outbox },
          { to: `${place}/events`, label: words.events },
        ]}
      />
      <FaultsOn />
    </>
  )
}

function FaultsOn() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const switchboard = useSwitchboard()
  const submission = useSubmission<SandboxSwitchboard>()
  if (!faultNames.some((name) => (switchboard.data?.[name] ?? 0) > 0)) return null
  const none = Object.fromEntries(faultNames.map((name) => [name, 0]))
  const switchOff = async () => {
    const now = await submission.submit(() => malipo.sandbox.updateSwitchboard(none))
    if (now) queries.setQueryData([...key, 'switchboard'], now)
  }
  return (
    <div className="card stack tight" role="status">
      <div className="row apart">
        <Badge tone="checked">{words.faultsOn}</Badge>
        {may('changeSandboxSwitchboard') && (
          <Button look="plain" size="small" isBusy={submission.isSending} onClick={() => void switchOff()}>
            {words.faultsOff}
          </Button>
        )}
      </div>
      <p className="small">{words.faultsOnText}</p>
      <FormTrouble error={submission.error} />
    </div>
  )
}

/** Whoever switched to live while here is told where these tools are. */
export function OnlyInSandbox() {
  const words = useWords(sandboxWords)
  const { merchantId } = useMerchant()
  return (
    <>
      <PageHead title={words.title} />
      <Empty icon="sandbox" title={words.onlyHere}>
        <Link to={`/m/${merchantId}/sandbox/sandbox`} {...buttonLook()}>
          {words.goThere}
        </Link>
      </Empty>
    </>
  )
}
