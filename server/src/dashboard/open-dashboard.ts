import { findMade, type MakeDashboard, makeOfSources } from './make-dashboard.ts'
import { type DashboardFiles, readFiles } from './read-files.ts'

/** The dashboard's files, from the moment somebody wants them. */
export type Dashboard = {
  /** Rejects where it could not be made; whoever asks next has it tried again. */
  files(): Promise<DashboardFiles>
}

export function openDashboard(mode: 'development' | 'production'): Dashboard {
  return dashboardMadeBy(mode === 'production' ? findMade : makeOfSources)
}

export function dashboardMadeBy(make: MakeDashboard): Dashboard {
  let reading: Promise<DashboardFiles> | undefined
  return {
    files() {
      if (reading === undefined) {
        const begun = make().then(readFiles)
        reading = begun
        begun.catch(() => {
          reading = undefined
        })
      }
      return reading
    },
  }
}
