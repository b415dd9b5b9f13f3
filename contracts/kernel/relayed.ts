/**
 * Derives an endpoint of the portal from the endpoint of a service behind it. A row says who may ask, which fields of the service a
 * page may send (an allow-list: every other field is dropped), and which fields the portal adds from session and request. A
 * required field that is neither sent nor given does not compile.
 */
import { z } from 'zod'
import type { Contract, Endpoint } from './endpoint.ts'

type Part = 'params' | 'query' | 'body'
type FieldOf<S> = S extends z.ZodObject<infer Shape> ? keyof Shape & string : never
type FieldsOf<S extends Endpoint> = FieldOf<S['params']> | FieldOf<S['query']> | FieldOf<S['body']>

type As = 'anyone' | 'reader-or-guest' | 'reader'
type Row<Field extends string> = {
  as: As
  sent?: readonly Field[]
  given?: readonly Field[]
  /** Default: the service's. */
  summary?: string
  /** A part of the portal's own, where it differs from the service's fields in `sent`. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Default: the service's. */
  answer?: z.ZodType
}

type Names<R, K extends 'sent' | 'given'> = R extends Record<K, readonly string[]> ? R[K][number] : never
type Picked<S, Name> =
  S extends z.ZodObject<infer Shape>
    ? [Extract<keyof Shape, Name>] extends [never]
      ? undefined
      : z.ZodObject<Pick<Shape, Extract<keyof Shape, Name>>>
    : undefined
type PartOf<S extends Endpoint, R, P extends Part> =
  R extends Record<P, z.ZodType> ? R[P] : Picked<S[P], Names<R, 'sent'>>

type Input<S> = S extends z.ZodType ? z.input<S> : unknown
type Output<S> = S extends z.ZodType ? z.output<S> : unknown
/** All fields of a service's endpoint. */
export type Wanted<S extends Endpoint> = Input<S['params']> & Input<S['query']> & Input<S['body']>
type Filled<S extends Endpoint, R> = Output<PartOf<S, R, 'params'>> &
  Output<PartOf<S, R, 'query'>> &
  Output<PartOf<S, R, 'body'>> &
  Pick<Wanted<S>, Extract<keyof Wanted<S>, Names<R, 'given'>>>
type Fits<S extends Endpoint, R> = Filled<S, R> extends Wanted<S> ? unknown : { unfilled: Wanted<S> }

/** How the server answers: `name` and `to` are the service's endpoint. */
export type Relay = {
  as: As
  given: readonly string[]
  name: string
  to: Endpoint
}

type Relayed<S extends Endpoint, Name extends string, Route extends string, R extends { as: As }> = {
  method: Route extends `${infer Method extends Endpoint['method']} ${string}` ? Method : never
  path: Route extends `${string} ${infer Path}` ? Path : never
  summary: string
  params: PartOf<S, R, 'params'>
  query: PartOf<S, R, 'query'>
  body: PartOf<S, R, 'body'>
  answer: R extends Record<'answer', z.ZodType> ? R['answer'] : S['answer']
  problems: Readonly<Record<number, string>>
  relay: { as: R['as']; given: readonly Names<R, 'given'>[]; name: Name; to: S }
}

/** `route` as in `POST /api/order`. */
export function relayed<
  C extends Contract,
  Name extends keyof C & string,
  Route extends `${Endpoint['method']} /${string}`,
  const R extends Row<FieldsOf<C[Name]>>,
>(service: C, name: Name, route: Route, row: R & Fits<C[Name], R>): Relayed<C[Name], Name, Route, R> {
  const to: Endpoint = service[name]!
  const { as, sent = [], given = [], summary = to.summary, answer, ...own }: Row<string> = row
  const [method, path] = route.split(' ')
  const partOf = (part: Part) => own[part] ?? pick(to[part], sent)
  return {
    method,
    path,
    summary,
    params: partOf('params'),
    query: partOf('query'),
    body: partOf('body'),
    answer: answer ?? to.answer,
    problems: { 503: 'UNAVAILABLE', ...(as === 'reader' ? { 401: 'NOT_LOGGED_IN' } : {}), ...to.problems },
    relay: { as, given, name, to },
  } as never
}

function pick(schema: z.ZodType | undefined, names: readonly string[]): z.ZodObject | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  const { shape } = schema
  const fields = names.flatMap((name) => (name in shape ? [[name, shape[name]]] : []))
  return fields.length === 0 ? undefined : z.object(Object.fromEntries(fields))
}
