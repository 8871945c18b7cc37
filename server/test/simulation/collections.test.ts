import { room } from './collections/room.ts'
import { simulate } from './kernel/simulate.ts'

simulate(room, import.meta.resolve('./collections/room.ts'))
