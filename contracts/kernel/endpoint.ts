/**
 * An endpoint is data: method, path template, schemas. From the same object the service parses what comes in,
 * the client parses what comes back, and the OpenAPI document is printed. Nothing here does I/O.
 */
import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  method: Method
  /** `{name}` is one segment, `{name+}` is the rest of the path. */
  path: string
  summary: string
  /** What a caller must show; printed in the OpenAPI document, checked by the service. */
  security?: 'service-key' | 'access-token' | 'id-token'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The 2xx answer. `null` when there is no body. */
  answer: z.ZodType | null
  /** Answers 201 when it made something, 200 when that was there already. */
  creates?: true
  /** Problem codes this endpoint can answer with, by status. */
  problems?: Readonly<Record<number, string>>
}

export type Contract = Readonly<Record<string, Endpoint>>

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What the caller of an endpoint hands over. */
export type CallOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? object extends Input<E['params']>
    ? { params?: Input<E['params']> }
    : { params: Input<E['params']> }
  : object) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : object) &
  (E['body'] extends z.ZodType ? { body: Input<E['body']> } : object)

/** What the service receives after parsing. */
export type ParsedOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined

/** Keeps the literal types of a contract. */
export function contract<const C extends Contract>(endpoints: C): C {
  return endpoints
}
