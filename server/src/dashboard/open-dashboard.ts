import { findMade, type MakeDashboard, makeOfSources } from './make-dashboard.ts'
import { type DashboardFiles, readFiles } from './read-files.ts'

/** The dashboard's files, from the moment somebody wants them. */
export type Dashboard = {
  /** Rejects where it could not be made; whoever asks next has it tried again. */
  files(): Promise<DashboardFiles>
}

/** Told why it could not be made, once for as long as the reason is the same: everybody who comes has it tried again. */
export type TellFault = (error: Error) => void

export function openDashboard(mode: 'development' | 'production', tellFault: TellFault): Dashboard {
  return dashboardMadeBy(mode === 'production' ? findMade : makeOfSources, tellFault)
}

export function dashboardMadeBy(make: MakeDashboard, tellFault: TellFault): Dashboard {
  let reading: Promise<DashboardFiles> | undefined
  let toldOf: string | undefined
  return {
    files() {
      if (reading === undefined) {
        const begun = make().then(readFiles)
        reading = begun
        begun.catch((error: Error) => {
          reading = undefined
          if (error.message === toldOf) return
          toldOf = error.message
          tellFault(error)
        })
      }
      return reading
    },
  }
}
