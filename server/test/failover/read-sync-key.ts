import type { Node } from './nodes.ts'

/** The key in which Patroni keeps who may take the lead, read from whichever etcd answers first. */
export async function readSyncKey(settings: Record<string, string>): Promise<Node[]> {
  const { SCOPE, ETCD_HOSTS = '', ETCD_API } = settings
  const read = ETCD_API === 'etcd3' ? readThird : readSecond
  for (const host of ETCD_HOSTS.split(',')) {
    const value = await read(host, `/service/${SCOPE}/sync`).catch(() => undefined)
    if (value === undefined) continue
    const kept = JSON.parse(value) as Kept
    return [kept.leader, ...(kept.sync_standby ?? '').split(',')].filter(Boolean) as Node[]
  }
  return []
}

type Kept = { leader: string | null; sync_standby: string | null }

/** With the second version of etcd's interface, as Patroni itself does there. */
async function readSecond(host: string, key: string): Promise<string | undefined> {
  const answer = await fetch(`http://${host}/v2/keys${key}?quorum=true`, { signal: soon() })
  return ((await answer.json()) as { node?: { value: string } }).node?.value
}

async function readThird(host: string, key: string): Promise<string | undefined> {
  const body = JSON.stringify({ key: Buffer.from(key).toString('base64') })
  const answer = await fetch(`http://${host}/v3/kv/range`, { method: 'POST', body, signal: soon() })
  const value = ((await answer.json()) as { kvs?: { value: string }[] }).kvs?.[0]?.value
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString()
}

const soon = () => AbortSignal.timeout(1_500)
