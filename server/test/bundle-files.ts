import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Few enough that the bundles of a run end at about the same time, many enough that loading is shared. */
const mostInOne = 14

/**
 * To load the service takes a process longer than most test files take to run, so that files share processes. Each is a
 * suite of its own, with its own hooks, and they run one after another; those that are to be alone stay alone.
 */
export async function bundleFiles(
  files: string[],
  { repository, folder, alone }: { repository: string; folder: string; alone: (file: string) => boolean },
): Promise<string[]> {
  const together = files.filter((file) => !alone(file))
  if (together.length <= mostInOne) return files
  await mkdir(folder)
  const many = Math.ceil(together.length / mostInOne)
  const bundles = Array.from({ length: many }, async (_, at) => {
    // Neighbours in the list are of one kind and one length: dealt out, each bundle gets some of every kind.
    const chosen = together.filter((_, place) => place % many === at)
    const path = join(folder, `bundle-${at + 1}.test.mjs`)
    await writeFile(path, textOf(chosen, repository))
    return path
  })
  return [...files.filter(alone), ...(await Promise.all(bundles))]
}

function textOf(files: string[], repository: string): string {
  const suites = files.map((file) => {
    const address = pathToFileURL(join(repository, file)).href
    return `describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(address)})))`
  })
  return ["import { describe } from 'node:test'", ...suites, ''].join('\n')
}
