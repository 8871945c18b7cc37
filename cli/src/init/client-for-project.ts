import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sdkVersion } from '../version.ts'

type Client = {
  /** What package.json says. */
  dependency: string
  /** What has to be done before it can be installed. */
  first?: string
}

/**
 * The client that a project is given: the published one, unless this command is run from the source of a clone. What is
 * in a clone may never have been published, so that its projects get the package that is made there.
 */
export function clientForProject(ownFile = import.meta.filename): Client {
  if (!ownFile.endsWith('.ts')) return { dependency: sdkVersion }
  const clone = join(ownFile, '..', '..', '..', '..')
  const made = join(clone, 'sdk', `malipo-sdk-${sdkVersion}.tgz`)
  const client = { dependency: `file:${made}` }
  return existsSync(made) ? client : { ...client, first: `npm --prefix "${clone}" run --silent pack -w sdk` }
}
