/**
 * One way to start a service: brings its tables up to date, makes what its functions share, and serves its contracts, with
 * documentation, below one address. What is particular to a service is its context, its handlers and its schedules.
 */
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { ApiInfo } from '@lokalteil/contracts/kernel/openapi'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { AnyKysely, Database } from './database.ts'
import { migrate, migrationsIn } from './database/migrations.ts'
import { createLimiter, type Limiter } from './limits/limiter.ts'
import { createTableWindows, type WindowTable } from './limits/table-windows.ts'
import {
  answerUnknownAddress,
  bindHandlers,
  problem,
  serveContract,
  serveDocumentation,
  type BoundHandlers,
  type Refusal,
  type ServeOptions,
} from './serve.ts'

export type ServiceOptions = {
  database: Database
  /** For endpoints with `security: 'service-key'`; without one they refuse everybody. */
  serviceKey?: string
  now?: () => Date
  checkAnswers?: boolean
  /** `at`: the id of the request, or the name of the work that failed. */
  onError?: (error: unknown, at: string) => void
}

/** What the functions of every service share. */
export type ServiceBase = {
  /** Typed by the context it becomes part of. */
  db: AnyKysely
  now: () => Date
  onError: (error: unknown, at: string) => void
  /** A limiter that counts in a table of the service, for all processes. */
  limitIn: (table: WindowTable) => Limiter
}

/** A contract with its handlers. */
type Part<Service> = {
  contract: Contract
  serve: (service: Service, options: ServiceOptions) => Hono
}

type PartOptions<C extends Contract> = Pick<ServeOptions<C, unknown>, 'bodyLimits'> & {
  /** Default `/:mandator`. */
  base?: string
  /** Default `no-store`. */
  cacheControl?: string
}

type ToContext<Service, Context> = (
  service: Service,
  ...asked: Parameters<ServeOptions<Contract, Context>['toContext']>
) => ReturnType<ServeOptions<Contract, Context>['toContext']>

/** Of a publication: the context of its calls is the publication that the address names. */
export function part<Service, C extends Contract>(
  contract: C,
  handlers: BoundHandlers<Service, C, Mandator>,
  options: PartOptions<C> = {},
): Part<Service> {
  return partFor(contract, handlers, (_service, { mandator = '' }) => toPublication(mandator), options)
}

/** With a context of its own. */
export function partFor<Service, C extends Contract, Context>(
  contract: C,
  handlers: BoundHandlers<Service, C, Context>,
  toContext: ToContext<Service, Context>,
  { base = '/:mandator', cacheControl = 'no-store', bodyLimits }: PartOptions<C> = {},
): Part<Service> {
  return {
    contract,
    serve: (service, { serviceKey, checkAnswers, onError }) =>
      serveContract(contract, bindHandlers(service, handlers), {
        base,
        toContext: (params, request) => toContext(service, params, request),
        headers: { 'cache-control': cacheControl },
        bodyLimits,
        serviceKey,
        checkAnswers,
        onError,
      }),
  }
}

export function toPublication(code: string): Mandator | Refusal {
  return toMandator(code) ?? problem(404, 'NOT_FOUND', 'No such publication')
}

type ServiceDefinition<Service> = {
  /** The PostgreSQL schema of its tables. */
  schema: string
  /** `import.meta.dirname`: its migrations are there. */
  folder: string
  info: ApiInfo
  toContext: (base: ServiceBase) => Service | Promise<Service>
  /** The first whose address fits answers. */
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
  const app = new Hono()
  app.route('/', serveDocumentation(Object.assign({}, ...parts.map(({ contract }) => contract)) as Contract, info))
  for (const one of parts) app.route('/', one.serve(context, options))
  app.notFound((c) => answerUnknownAddress(c.req.raw))
  return { app, context }
}

/** What it answers ends the subscription. */
export function subscribeTo<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}
