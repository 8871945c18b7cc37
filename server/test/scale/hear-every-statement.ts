import { choresOf } from '../../src/chores.ts'
import { writeRequest } from '../fuzz/edits.ts'
import { beginEpisode } from '../fuzz/episode.ts'
import { openSender } from '../fuzz/send-request.ts'
import { type Target, targets } from '../fuzz/targets.ts'
import { type Principal, principals } from '../permissions/cast.ts'
import { expectedAnswers } from '../permissions/expected-answers.ts'
import type { Service } from '../service.ts'
import { overhearStatements } from './overhear-statements.ts'

/** Whoever may do it: one of the keys and one of the people, where there are both. */
function callersOf({ id }: Target): Principal[] {
  const row = expectedAnswers[id]
  if (row === undefined) return ['nobody', 'owner']
  const allowed = principals.filter((one) => typeof row[one] === 'number')
  const isKey = (one: Principal) => one.endsWith('_key')
  return [allowed.find(isKey), allowed.find((one) => !isKey(one))].filter((one) => one !== undefined)
}

/** Everything that can be asked of the service is asked for, and all that it does by itself is done once, and the statements are told that it sends meanwhile to its database. */
export async function hearEveryStatement(service: Service): Promise<{ texts: string[]; taken: string[] }> {
  const sender = openSender(service.url)
  const texts = new Set<string>()
  const taken: string[] = []
  let episode = await beginEpisode(service)
  for (const target of targets) {
    for (const as of callersOf(target)) {
      if (!episode.canGoOnWith(as) || !(await episode.isReady(target, as)))
        episode = await beginEpisode(service)
      const draft = await episode.draftFor(target, as)
      const request = writeRequest(draft, [], { ...episode, newId: service.world.newId })
      const ears = overhearStatements()
      const answer = await sender.send(request)
      ears.stop()
      for (const { text } of ears.heard()) texts.add(text)
      if ('status' in answer && answer.status < 400) taken.push(target.id)
      if (target.method !== 'GET') {
        episode.spent(target, as)
        await episode.takeStock()
      }
    }
  }
  await sender.close()
  const ears = overhearStatements()
  for (const chore of choresOf(service.parts)) if ('work' in chore) await chore.work()
  ears.stop()
  for (const { text } of ears.heard()) texts.add(text)
  return { texts: [...texts], taken }
}
