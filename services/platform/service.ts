/**
 * Starts a service: migrates its tables, creates the context of its functions, and serves its contracts and documentation. A
 * service adds only its context, handlers and schedules. A door without tables of its own is served by `serveParts`.
 */
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { ApiInfo } from '@lokalteil/contracts/kernel/openapi'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { AnyKysely, Database } from './database.ts'
import { migrate, migrationsIn } from './database/migrations.ts'
import { createLimiter, type Limiter } from './limits/limiter.ts'
import { createTableWindows, type WindowTable } from './limits/table-windows.ts'
import {
  answerUnknownAddress,
  bindHandlers,
  joinLocal,
  problem,
  serveContract,
  serveDocumentation,
  type BoundHandlers,
  type Refusal,
  type ServeOptions,
} from './serve.ts'

export type ServiceOptions = {
  database: Database
  /** Key of endpoints with `security: 'service-key'`; without it they refuse every call. */
  serviceKey?: string
  now?: () => Date
  checkAnswers?: boolean
  /** `at`: the request id, or the name of the failed job. */
  onError?: (error: unknown, at: string) => void
}

type ServingOptions = Pick<ServiceOptions, 'serviceKey' | 'checkAnswers' | 'onError'>

/** The part of the context that all services share. */
export type ServiceBase = {
  /** The service's context gives it the type of its tables. */
  db: AnyKysely
  now: () => Date
  onError: (error: unknown, at: string) => void
  /** A rate limiter that counts in a table of the service, for all processes together. */
  limitIn: (table: WindowTable) => Limiter
}

/** A contract with its handlers. */
type Part<Service> = {
  contract: Contract
  serve: (service: Service, options: ServingOptions) => Hono
}

type PartOptions<C extends Contract> = Pick<ServeOptions<C, unknown>, 'bodyLimits'> & {
  /** Default `/:publication`. */
  base?: string
  /** Default `no-store`. */
  cacheControl?: string
}

type ToContext<Service, C extends Contract, Context> = (
  service: Service,
  ...asked: Parameters<ServeOptions<C, Context>['toContext']>
) => ReturnType<ServeOptions<C, Context>['toContext']>

/** A contract of a publication: the context of its calls is the publication in the path. */
export function part<Service, C extends Contract>(
  contract: C,
  handlers: BoundHandlers<Service, C, PublicationCode>,
  options: PartOptions<C> = {},
): Part<Service> {
  return partFor(contract, handlers, (_service, { publication = '' }) => toPublication(publication), options)
}

/** A contract whose calls have another context. */
export function partFor<Service, C extends Contract, Context>(
  contract: C,
  handlers: BoundHandlers<Service, C, Context>,
  toContext: ToContext<Service, C, Context>,
  { base = '/:publication', cacheControl = 'no-store', bodyLimits }: PartOptions<C> = {},
): Part<Service> {
  return {
    contract,
    serve: (service, { serviceKey, checkAnswers, onError }) =>
      serveContract(contract, bindHandlers(service, handlers), {
        base,
        toContext: (params, request, name) => toContext(service, params, request, name),
        headers: { 'cache-control': cacheControl },
        bodyLimits,
        serviceKey,
        checkAnswers,
        onError,
      }),
  }
}

export function toPublication(code: string): PublicationCode | Refusal {
  return toPublicationCode(code) ?? problem(404, 'NOT_FOUND', 'No such publication')
}

type ServiceDefinition<Service> = {
  /** The PostgreSQL schema of its tables. */
  schema: string
  /** `import.meta.dirname` of the service; its migrations are in `migrations/`. */
  folder: string
  info: ApiInfo
  toContext: (base: ServiceBase) => Service | Promise<Service>
  parts: readonly Part<Service>[]
}

export async function serveService<Service>(
  options: ServiceOptions,
  { schema, folder, info, toContext, parts }: ServiceDefinition<Service>,
): Promise<{ app: Hono; context: Service }> {
  const { database, now = () => new Date(), onError = () => {} } = options
  await migrate(database, schema, await migrationsIn(folder))
  const context = await toContext({
    db: database.db,
    now,
    onError,
    limitIn: (table) => createLimiter(createTableWindows(database.db, table), now),
  })
  return { app: serveParts(context, options, info, parts), context }
}

/** The first part with a matching path answers. */
export function serveParts<Service>(
  service: Service,
  options: ServingOptions,
  info: ApiInfo,
  parts: readonly Part<Service>[],
): Hono {
  const app = new Hono()
  app.route('/', serveDocumentation(Object.assign({}, ...parts.map(({ contract }) => contract)) as Contract, info))
  const served = parts.map((one) => one.serve(service, options))
  for (const one of served) app.route('/', one)
  joinLocal(app, served)
  app.notFound((c) => answerUnknownAddress(c.req.raw))
  return app
}

/** Adds a listener; the result is the function that removes it. */
export function subscribeTo<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}
