import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../run-service.ts'

export const rulesFile = 'deploy/prometheus/alerts.yml'
/** What stands around the service has figures of its own, which are not ours to hold. */
export const clusterRulesFile = 'deploy/prometheus/cluster.yml'
export const dashboardFile = 'deploy/grafana/malipo.json'

/** A figure as a file asks for it, with what it asks of its labels. */
export type Asked = { name: string; labels: { label: string; how: string; value: string }[] }

export const textOf = (path: string) => readFile(join(repository, path), 'utf8')

/** What a query is about. Names with a colon are made by the rules themselves. */
export function figuresIn(query: string): Asked[] {
  const names = query.matchAll(
    /(?<![\w:"'/.])((?:malipo|nodejs|process)[:_][\w:]+|\bup\b)(?:\{([^}]*)\})?(?![\w:(])/g,
  )
  return Array.from(names, ([, name = '', selector = '']) => ({
    name,
    labels: Array.from(
      selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g),
      ([, label = '', how = '', value = '']) => ({
        label,
        how,
        value,
      }),
    ),
  }))
}

/** Every query of the rules, by the name of its rule. */
export async function queriesOfRules(
  file = rulesFile,
): Promise<{ name: string; kind: string; query: string }[]> {
  const rules = (await textOf(file)).matchAll(/- (record|alert): (\S+)\n\s+expr: >-\n((?: {10}[^\n]*\n)+)/g)
  return Array.from(rules, ([, kind = '', name = '', query = '']) => ({ name, kind, query }))
}

type Panel = { title: string; targets?: { expr: string }[] }

export async function queriesOfDashboard(): Promise<{ name: string; query: string }[]> {
  const { panels } = JSON.parse(await textOf(dashboardFile)) as { panels: Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ name: title, query: expr.replaceAll('$__rate_interval', '5m') })),
  )
}
