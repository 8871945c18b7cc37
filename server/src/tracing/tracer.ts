import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../primitives/clock.ts'
import { type Attributes, type Span, type SpanContext, type SpanKind, traceOf } from './span.ts'

export type SpanWishes = {
  name: string
  kind: SpanKind
  /** To whose trace it belongs. Without it, it belongs to whatever is under way here. */
  of?: string | null
  attributes?: Attributes
  links?: SpanContext[]
}

/** One that is under way. Attributes that are set later are those it ends with. */
export type OpenSpan = {
  context: SpanContext
  set(attributes: Attributes): void
  link(other: SpanContext): void
  /** A fault is told in few words of ours, never in those of somebody else. */
  end(fault?: string): void
}

export type Sampling = { ratio: number; followsParent: boolean }
export type Tracer = ReturnType<typeof createTracer>

/** As many as collectors take of one span unless told otherwise. */
const mostLinks = 128

export function createTracer(clock: Clock, sampling: Sampling, take: (span: Span) => void) {
  const underWay = new AsyncLocalStorage<SpanContext>()
  // The end of a trace id is random, that of a payment too; every process decides alike about the same trace.
  const below = sampling.ratio * 2 ** 48
  const isKeptByChance = (traceId: string) => Number.parseInt(traceId.slice(-12), 16) < below

  function isKept(traceId: string, parent: SpanContext | null): boolean {
    return parent && sampling.followsParent ? parent.isKept : isKeptByChance(traceId)
  }

  function placeFor(
    of: string | null,
    parent: SpanContext | null,
  ): { traceId: string; parentId: string | null } {
    if (of !== null) return { traceId: of, parentId: null }
    return { traceId: parent?.traceId ?? newId(16), parentId: parent?.spanId ?? null }
  }

  function begin(
    wishes: SpanWishes,
    parentId: string | null,
    context: SpanContext,
    cause: SpanContext[],
  ): OpenSpan {
    const beganMs = clock.now().getTime()
    const began = performance.now()
    const links = [...cause, ...(wishes.links ?? [])]
    let attributes = { ...wishes.attributes }
    return {
      context,
      set(more) {
        attributes = { ...attributes, ...more }
      },
      link: (other) => void links.push(other),
      end(fault) {
        const endedMs = beganMs + performance.now() - began
        const { name, kind } = wishes
        const linked = links.slice(0, mostLinks)
        take({
          ...context,
          parentId,
          name,
          kind,
          beganMs,
          endedMs,
          attributes,
          links: linked,
          fault: fault ?? null,
        })
      },
    }
  }

  function open(wishes: SpanWishes, parent: SpanContext | null = underWay.getStore() ?? null): OpenSpan {
    const own = wishes.of ? traceOf(wishes.of) : null
    const { traceId, parentId } = placeFor(own, parent)
    const cause = own !== null && parent && parent.traceId !== own ? [parent] : []
    const context = { traceId, spanId: newId(8), isKept: isKept(traceId, own === null ? parent : null) }
    if (!context.isKept) return { context, set() {}, link() {}, end() {} }
    return begin(wishes, parentId, context, cause)
  }

  return {
    open,
    /** One that has a trace of its own and is kept for the sake of those it links. */
    openKept: (wishes: SpanWishes) =>
      begin(wishes, null, { traceId: newId(16), spanId: newId(8), isKept: true }, []),
    current: (): SpanContext | null => underWay.getStore() ?? null,
    within: <Result>(context: SpanContext, work: () => Result): Result => underWay.run(context, work),
  }
}

function newId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? newId(bytes) : id
}
