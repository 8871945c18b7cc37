import { simulate } from './kernel/simulate.ts'
import { room } from './payouts/room.ts'

simulate(room, import.meta.resolve('./payouts/room.ts'))
