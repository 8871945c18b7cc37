import { teller } from '../words/tell-written.ts'
import { bothLanguages } from '../words/words.ts'

/** Why the service paused a batch by itself, word by word as it writes it in English; people pause in words of their own. */
export const tellPause = teller(
  bothLanguages(
    {
      turnedAway: 'The provider turns our address away. It has to be allowed there first.',
      failing: (failed: string, last: string) => `${failed} of the last ${last} rows failed.`,
    },
    {
      turnedAway: 'Mtoa huduma hapokei kutoka anwani yetu. Ni lazima airuhusu kwanza.',
      failing: (failed: string, last: string) =>
        `Kati ya mistari ${last} ya mwisho, ${failed} imeshindikana.`,
    },
  ),
)
