import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'
import { AdvanceForm } from './advance-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { OnlyInSandbox, SandboxHead } from './sandbox-head.tsx'
import { SwitchboardForm } from './switchboard-form.tsx'
import { TopUpForm } from './top-up-form.tsx'

export default function BehaviourScreen() {
  const { environment } = useMerchant()
  const may = useMay()
  if (environment !== 'sandbox') return <OnlyInSandbox />
  return (
    <>
      <SandboxHead />
      <div className="halves">
        {may('topUpSandbox') && <TopUpForm />}
        {may('advanceSandbox') && <AdvanceForm />}
        <ProfileForm />
        <SwitchboardForm />
      </div>
    </>
  )
}
