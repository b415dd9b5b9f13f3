/**
 * Serves the endpoints of a contract that `relayed` derives from those of a service: adds facts of the portal (the reader, the
 * article, the address), asks the service, and returns its answer. Endpoints without a row are left to functions.
 */
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf, CallOf, Contract, Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import type { Relay, Wanted } from '@lokalteil/contracts/kernel/relayed'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toNetwork, toRequester } from '../http/client-address.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  notLoggedIn,
  refusal,
  reply,
  toReply,
  type PortalApi,
  type Principal,
  type Reply,
  type RequestContext,
} from './portal-api.ts'

/** `sent`: the parsed input of the page. */
type Asked = { context: RequestContext; principal: Principal | null; sent: Readonly<Record<string, unknown>> }
/** Fills in one field. */
type Supply<T> = (asked: Asked) => Reply<T> | Promise<Reply<T>>

export function ofReader<T>(give: (principal: Principal) => Reply<T> | Promise<Reply<T>>): Supply<T> {
  return ({ principal }) => (principal === null ? notLoggedIn() : give(principal))
}

/** The reader's id. */
export const SUB = ofReader(({ sub }) => reply(sub))
/** The reader's id, or null for a guest. */
export const VIEWER: Supply<string | null> = ({ principal }) => reply(principal?.sub ?? null)
/** A hash of the request's network, for the service's rate limits. */
export const requesterFor =
  (secret: string, purpose: string): Supply<string> =>
  ({ context }) =>
    reply(toRequester(secret, purpose, toNetwork(context.origin.address)))

type Rows<E> = {
  [K in keyof E as E[K] extends { relay: Relay } ? K : never]: E[K] extends { relay: infer R } ? R : never
}
type Given<E> = Rows<E>[keyof Rows<E>] extends { given: readonly (infer Name)[] } ? Name & string : never
/** A type that fits this field of every endpoint that gets it. */
type Value<E, Name> = {
  [K in keyof Rows<E>]: Rows<E>[K] extends { given: readonly (infer N)[]; to: infer S extends Endpoint }
    ? Name extends N & keyof Wanted<S>
      ? (value: Wanted<S>[Name]) => void
      : never
    : never
}[keyof Rows<E>] extends (value: infer V) => void
  ? V
  : never
type Calls<E> = {
  [K in keyof Rows<E> as Rows<E>[K] extends { name: infer Name extends string } ? Name : never]: Rows<E>[K] extends {
    to: infer S extends Endpoint
  }
    ? (call: CallOf<S>) => Promise<Result<AnswerOf<S>>>
    : never
}
export type Answers<E> = Awaited<ReturnType<Extract<Calls<E>[keyof Calls<E>], (...args: never) => unknown>>>

type Options<E> = {
  app: Hono<PortalEnv>
  portalApi: PortalApi
  endpoints: E
  /** Null: the publication does not have it. */
  clientOf: (publication: PublicationCode) => Calls<E> | null
  absent?: Reply<never>
  supplies: { [Name in Given<E>]: Supply<Value<E, Name>> }
  /** Default: the service's answer. */
  finish?: (found: Answers<E>, asked: Asked) => Promise<Reply<unknown>>
}
type Methods = {
  ask(input: object): Promise<Result<unknown>>
  finish(found: Result<unknown>, asked: Asked): Promise<Reply<unknown>>
}
/** The same without the types of the rows, as methods, whose inputs TypeScript compares in both directions. */
type Untyped = {
  clientOf: (publication: PublicationCode) => Readonly<Record<string, Methods['ask']>> | null
  supplies: Readonly<Record<string, Supply<unknown>>>
  finish?: Methods['finish']
}

const NOT_THERE = refusal(404, 'NOT_FOUND', 'The publication has no such thing')

export function serveRelays<E extends Contract>(options: Options<E> & Untyped): void {
  const { app, portalApi, endpoints, absent = NOT_THERE } = options
  const { clientOf, supplies, finish }: Untyped = options
  for (const endpoint of Object.values<Endpoint & { relay?: Relay }>(endpoints)) {
    if (endpoint.relay === undefined) continue
    const { as, given, name, to } = endpoint.relay
    portalApi.serve(app, endpoint, { as }, async ({ context, principal = null, ...input }) => {
      const sent: Readonly<Record<string, unknown>> = Object.assign({}, input.params, input.query, input.body)
      const asked = { context, principal, sent }
      const client = clientOf(context.publication)
      if (client === null) return absent
      const fields: Record<string, unknown> = { ...sent }
      for (const field of given) {
        const supplied = await supplies[field]!(asked)
        if (supplied.kind === 'refusal') return supplied
        fields[field] = supplied.data
      }
      const [params, query, body] = [to.params, to.query, to.body].map((schema) => pick(fields, schema))
      const found = await client[name]!({ params, query, body })
      return (finish === undefined ? toReply(found) : await finish(found, asked)) as Reply<undefined>
    })
  }
}

function pick(fields: Readonly<Record<string, unknown>>, schema: z.ZodType | undefined): object | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  return Object.fromEntries(Object.keys(schema.shape).flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
}
