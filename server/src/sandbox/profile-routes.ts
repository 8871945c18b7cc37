import { operations, type SandboxProfile, type Switchboard } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, route } from '../http/http.ts'
import { changeProfile, type Profile, readProfile } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

export function profileRoutes(world: World): Route[] {
  return [
    route(operations.readSandboxProfile, async ({ caller }) =>
      showProfile(await readProfile(world, caller.merchantId)),
    ),
    route(operations.changeSandboxProfile, async ({ caller, body }) =>
      showProfile(await changeProfile(world, caller.merchantId, body)),
    ),
    route(operations.readSandboxSwitchboard, async ({ caller }) =>
      showSwitchboard(await readProfile(world, caller.merchantId)),
    ),
    route(operations.changeSandboxSwitchboard, async ({ caller, body }) =>
      showSwitchboard(await changeProfile(world, caller.merchantId, body)),
    ),
  ]
}

function showProfile(profile: Profile): Static<typeof SandboxProfile> {
  const { failure_rate, approval_delay_ms, random_seed } = profile
  return { failure_rate, approval_delay_ms, random_seed }
}

function showSwitchboard(profile: Profile): Static<typeof Switchboard> {
  const { lost, late, twice, out_of_order, contradicting, badly_signed, late_by_ms } = profile
  return { lost, late, twice, out_of_order, contradicting, badly_signed, late_by_ms }
}
