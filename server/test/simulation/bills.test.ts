import { room } from './bills/room.ts'
import { simulate } from './kernel/simulate.ts'

simulate(room, import.meta.resolve('./bills/room.ts'))
