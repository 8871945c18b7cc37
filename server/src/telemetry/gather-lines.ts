type Lines = { write(lines: string): unknown }

/** Short enough for whoever watches a terminal. */
const everyMs = 20

/** A pipe takes 4,096 bytes in one piece: what is longer may be torn apart by another process that writes to it. */
const mostCharacters = 4_000

/** How lines begin that tell of the usual. */
const usual = /^\{"level":"(?:info|debug|trace)"/

/**
 * Lines on their way out: those that tell of the usual leave together, for each request is one, and a call of the operating system for each
 * would hold up the next request. Whatever tells of trouble leaves at once, with all before it; and all of it when the process ends.
 */
export function gatherLines(out: Lines): Lines {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function flush() {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines !== '') out.write(lines)
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (waiting.length + line.length > mostCharacters) flush()
      waiting += line
      if (!usual.test(line)) flush()
      else timer ??= setTimeout(flush, everyMs).unref()
    },
  }
}
