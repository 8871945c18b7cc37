import { describe, test } from 'node:test'
import { cellsOf } from './cells.ts'
import { collectionOpener } from './collection-hands.ts'
import { collectionWays } from './collection-ways.ts'
import { collectionPlants } from './plants.ts'
import { assertFound, isChosen, judge, mayPlay, placed, playWith, settings, two } from './play-cells.ts'

const cells = cellsOf(collectionWays, settings).filter(({ name }) => mayPlay(name))

describe('wherever a process dies, whatever its provider said and whoever comes first', {
  concurrency: 2,
}, () => {
  // Halves, because each waits for its database most of the time.
  for (const half of [0, 1]) {
    test(`collections, half ${half + 1}`, async (context) => {
      const some = cells.filter((_, at) => at % 2 === half)
      judge(context, 'collections', await playWith(collectionOpener({}))(some))
    })
  }
})

describe('what is planted is found', { skip: isChosen }, () => {
  for (const [broken, { place, told, seams }] of Object.entries(collectionPlants)) {
    test(broken, async () => {
      const some = placed(cellsOf(collectionWays, two), place)
      assertFound(await playWith(collectionOpener(seams))(some), told)
    })
  }
})
