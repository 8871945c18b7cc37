import type { Static, TObject, TSchema } from 'typebox'
import type { Access } from './access.ts'
import type { RefusalCode } from './refusals.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A file that nobody vouches for is bytes, whatever it is: it is saved, and never shown. */
export type FileType =
  | 'application/pdf'
  | 'text/csv'
  | 'application/json'
  | 'application/x-ndjson'
  | 'application/octet-stream'

/** One call of the public interface, as data: validation, types, reference and permissions all come from it. */
export type Operation = {
  id: string
  method: Method
  /** Parameters in braces: `/v1/merchants/{merchant_id}`. */
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  idempotency: 'required' | 'accepted' | 'none'
  query?: TObject
  body?: TObject
  status: 200 | 201 | 202
  reply: TSchema
  /** Fields whose JSON numbers are money and are therefore read from the text, digit by digit. */
  moneyNumbers?: readonly string[]
  /** The handler gets the bytes and reads them itself: they are signed, and kept as they came. */
  rawBody?: true
  /** Answers 200 instead where it was there before. */
  mayExist?: true
  /** The longest body that is read, where it is not the usual one. */
  mostBytes?: number
  /** The field of the body that also comes as a CSV, line by line; the other fields stand in the query then. */
  takesCsv?: string
  /** Whatever the content type says: the bytes are somebody else's to choose. */
  anyContentType?: true
  /** Headers of its own that a caller must send. */
  headers?: readonly { name: string; description: string }[]
  /** The items of the list are also to be had as CSV. */
  csv?: true
  /** Answered with server-sent events instead of an envelope, for as long as the caller listens. */
  stream?: true
  /** Waits for an outcome, for so long beyond what others may take; where there is none by then, it answers 202 instead. */
  waitsForMs?: number
  /** Answered with the bytes of a file of this type instead of an envelope. */
  file?: FileType
  /** Types of file that it answers with instead, where the caller asks for one of them. */
  otherFiles?: readonly FileType[]
  /** Refusals beyond those that follow from access, validation and limits. */
  refusals?: readonly RefusalCode[]
}

/** Keeps the literal types of one operation, so that its handler is typed by its own schemas. */
export function operation<const O extends Operation>(definition: O): O {
  return definition
}

/** A list is what can be walked with a cursor. */
export function isList({ query }: Operation): boolean {
  return query?.properties.cursor !== undefined
}

/** What the operations of a Super Admin have in common. */
export const asAdmin = { tag: 'Administration', access: { who: 'super_admin' }, status: 200 } as const

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

export type BodyOf<O extends Operation> = O extends { body: infer B extends TSchema } ? Static<B> : undefined
export type QueryOf<O extends Operation> = O extends { query: infer Q extends TSchema }
  ? Static<Q>
  : undefined
export type ReplyOf<O extends Operation> = Static<O['reply']>

export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}
