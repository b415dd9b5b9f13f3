/**
 * An endpoint is data: method, path template, schemas. The service parses requests with it, the client parses answers
 * with it, and the OpenAPI document is printed from it. No I/O here.
 */
import type { z } from 'zod'

type Credential = 'service-key' | 'access-token' | 'id-token'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  method: Method
  /** `{name}` is one segment, `{name+}` is the rest of the path. */
  path: string
  summary: string
  /** The required credential: printed in the OpenAPI document, checked by the service. */
  security?: Credential
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The 2xx answer; null if it has no body. */
  answer: z.ZodType | null
  /** Answers 201 for something new, 200 for something that existed already. */
  creates?: true
  /** Problem codes of this endpoint, by status. */
  problems?: Readonly<Record<number, string>>
}

export type Contract = Readonly<Record<string, Endpoint>>

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** The input of a call. */
export type CallOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? object extends Input<E['params']>
    ? { params?: Input<E['params']> }
    : { params: Input<E['params']> }
  : object) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : object) &
  (E['body'] extends z.ZodType ? { body: Input<E['body']> } : object)

/** The input after parsing, for the service. */
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

/** The same where every call needs this credential, those of spread contracts as well. */
export function contractFor<const Security extends Credential, const C extends Contract>(
  security: Security,
  endpoints: C,
): Secured<C, Security> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, security }]),
  ) as unknown as Secured<C, Security>
}

type Secured<C extends Contract, Security extends Credential> = {
  readonly [Name in keyof C]: C[Name] & { readonly security: Security }
}
