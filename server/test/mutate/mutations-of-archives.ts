// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const story = { caughtBy: ['test/stories/an-old-part-is-put-aside-and-brought-back.test.ts'] }
const leaving = { file: 'archives/put-aside.ts', ...story }
const returning = { file: 'archives/bring-back.ts', ...story }

const clearing = {
  file: 'archives/left-files.ts',
  caughtBy: ['test/stories/files-that-a-killed-put-aside-left-are-cleared.test.ts'],
}

/** In what is put aside as a file, and brought back. */
export const mutationsOfArchives: Mutation[] = [
  {
    ...leaving,
    broken: 'a part that is let go without a second look',
    text: 'if (now?.steps !== String(steps)) throw',
    instead: 'if (now === undefined) throw',
  },
  {
    ...leaving,
    broken: 'a part that is let go although its file was not read back',
    text: '  await refuseDamage(folder, manifest.archive, manifest)\n',
    instead: '',
  },
  {
    ...leaving,
    broken: 'an archive that is taken away although its part may be gone',
    text: 'if (error instanceof PartStays) await removeArchive',
    instead: 'await removeArchive',
  },
  {
    file: 'archives/archive-file.ts',
    ...story,
    broken: 'a damaged archive that is taken for a whole one',
    text: ' || read.sha256 !== written.sha256',
    instead: '',
  },
  {
    ...returning,
    broken: 'a part that comes back without what came since',
    text: '    insert into ${loaded} (${columns}) select ${columns} from ${name};\n',
    instead: '',
  },
  {
    file: 'archives/judge-part.ts',
    ...story,
    broken: 'a part that is put aside while a payment of it is under way',
    text: 'if (open) return',
    instead: 'if (open === null) return',
  },
  {
    ...clearing,
    broken: 'an archive that a row names, cleared as left by nobody',
    text: '    if (needed.has(one.archive)) continue\n',
    instead: '',
  },
  {
    ...clearing,
    broken: 'an archive of another installation, cleared as our own',
    text: 'if (record.installation !== own.installation) return',
    instead: 'if (own.installation === undefined) return',
  },
  {
    ...clearing,
    broken: 'an archive of the database that this one was restored from, cleared as our own',
    text: '(record.restored ?? null) === (own.restored ?? null)',
    instead: 'own.installation !== undefined',
  },
  {
    ...clearing,
    ...{ file: leaving.file, broken: 'a part that is let go although its files were cleared meanwhile' },
    text: 'if (!(await areStillThere(tx, filesOf(folder, archive))))',
    instead: 'if (!(await areStillThere(tx, [])))',
  },
]
