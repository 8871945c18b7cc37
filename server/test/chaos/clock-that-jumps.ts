import { readFileSync } from 'node:fs'

// Loaded into a service before anything of its own: its clock is ahead by as many milliseconds as the file says, and behind where that is less than
// nothing. What counts how long something takes is left alone, as it is when somebody sets the clock of a machine.
const file = process.env.CHAOS_CLOCK ?? ''
const RightDate = Date
let aheadMs = 0

function look(): void {
  try {
    aheadMs = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // Nobody has set it yet.
  }
}
look()
setInterval(look, 100).unref()

class JumpingDate extends RightDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(RightDate.now() + aheadMs)
    else super(...(given as [string]))
  }
  static override now(): number {
    return RightDate.now() + aheadMs
  }
}
globalThis.Date = JumpingDate as DateConstructor
