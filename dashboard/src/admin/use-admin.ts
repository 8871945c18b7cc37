import type { Environment } from '@malipo/contract'
import type { Malipo } from '@malipo/sdk'
import { useParams } from '@tanstack/react-router'
import { adminClient } from '../calls/clients.ts'

export type Admin = {
  environment: Environment
  malipo: Malipo
  /** The beginning of every query key of the console in this environment. */
  key: readonly ['admin', Environment]
  /** The beginning of every address of the console in this environment. */
  at: string
}

/** The environment that the address names. Only within routes below `/admin/$environment`, which let nothing else in. */
export function useAdmin(): Admin {
  const environment = useParams({ strict: false }).environment === 'sandbox' ? 'sandbox' : 'live'
  return {
    environment,
    malipo: adminClient(environment),
    key: ['admin', environment],
    at: `/admin/${environment}`,
  }
}
