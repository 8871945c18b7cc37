import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { Misuse } from '../failures.ts'
import { clientForProject } from '../init/client-for-project.ts'
import { projectFiles } from '../init/project-files.ts'
import { writeProject } from '../init/write-project.ts'
import { listenSecret } from '../keeping/listener.ts'
import { readLogin } from '../keeping/login.ts'
import type { Surroundings } from '../surroundings.ts'
import { leaf } from './leaf.ts'
import { settingsOf } from './settings.ts'

export function addInit(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'init', {
    summary: 'begin a project that takes a test payment and hears of it',
    description:
      'Writes a small project: a payment, a receiver of events, and settings for both. After `login` the settings are filled ' +
      'in with your sandbox key, in a file that only you can read. A folder that is not empty is left alone.',
    examples: ['init shop', 'init shop --sdk ./malipo-sdk-0.1.0.tgz'],
  })
  command
    .argument('[folder]', 'where to; it is made if it is not there', 'malipo-shop')
    .option('--sdk <place>', 'a folder or package of @malipo/sdk, where it is not in the registry')
    .action(async (folder: string, { sdk }: { sdk?: string }) => {
      const { printer, url } = settingsOf(command, surroundings)
      const path = resolve(surroundings.workingFolder, folder)
      const name = nameFor(basename(path))
      const login = await readLogin(surroundings)
      const merchant = login && { merchantId: login.merchant_id, environment: 'sandbox' }
      const client =
        sdk === undefined
          ? clientForProject()
          : { dependency: `file:${resolve(surroundings.workingFolder, sdk)}` }
      const project = {
        name,
        sdk: client.dependency,
        url: login?.url ?? url,
        merchantId: login?.merchant_id ?? '',
        apiKey: login?.api_key ?? '',
        webhookSecret: merchant ? await listenSecret(surroundings, merchant) : '',
      }
      const files = projectFiles(project)
      await writeProject(path, files)
      const made = { folder: path, files: Object.keys(files), has_key: project.apiKey !== '' }
      const first = made.has_key ? '' : '\nYou are not logged in, so fill in .env yourself.'
      const steps = [client.first ?? [], `cd ${folder}`, 'npm install', 'npm run pay'].flat()
      printer.result(made, `Made ${path}.${first}\n\n  ${steps.join('\n  ')}`)
    })
}

/** As npm wants names of packages. */
function nameFor(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (name === '') throw new Misuse(`"${folder}" makes no name for a project. Use letters and digits.`)
  return name
}
