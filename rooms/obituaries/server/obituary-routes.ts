/**
 * Obituaries over HTTP (R1-79): entries in a book of condolence by the session's reader with a confirmed address; wishes of
 * families, by any visitor; notices to be ordered. Promises: opening the link of a mail changes nothing, only its button acts;
 * only one-click unsubscription (RFC 8058) needs neither session nor origin.
 */
import { Hono, type Context } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { OBITUARIES_INTERNAL } from '../contract/obituaries.ts'
import { MOURNER_CALLS, REMINDER_ONE_CLICK } from '../contract/calls.ts'
import { ReaderPictureId, type ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { PORTRAITS_PATH, REMINDER_PATH, toReminderEndPath } from '../domain/obituary-paths.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import type { Person } from '@lokalteil/web/server/api/person'
import {
  NO_STORE,
  refusal,
  reply,
  sentByAnotherSite,
  toRefusal,
  toReply,
  toResponse,
  type PortalApi,
  type Principal,
  type Reply,
  type RequestContext,
} from '@lokalteil/web/server/api/portal-api'
import { publicationCodeOf } from '@lokalteil/web/server/api/routes'
import { readFormWithPictures, toPictureResponse } from '@lokalteil/web/server/api/rooms/sent-pictures'

type ObituaryRoutesOptions = {
  portalApi: PortalApi
  isOpen: (publication: PublicationCode) => boolean
  internalOf: (publication: PublicationCode) => Client<typeof OBITUARIES_INTERNAL>
  readPerson: (principal: Principal) => Promise<Reply<Person>>
  /** The hash under which the service counts the attempts of a client. */
  requesterOf: (context: RequestContext, use: string) => string
}

const CLOSED = refusal(404, 'NOT_FOUND', 'The publication has no such room')

export function createObituaryRoutes(options: ObituaryRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveReaders(app, options)
  serveAnybody(app, options)
  serveOrders(app, options)
  app.post(REMINDER_ONE_CLICK, (c) => endReminder(options, c))
  // A person who opens the link for mail programs is sent to the page with the button.
  app.get(REMINDER_ONE_CLICK, (c) =>
    c.body(null, 303, { ...NO_STORE, location: toReminderEndPath(encodeURIComponent(c.req.query('token') ?? '')) }),
  )
  return app
}

function serveReaders(app: Hono<PortalEnv>, options: ObituaryRoutesOptions): void {
  const { portalApi, isOpen, internalOf } = options
  portalApi.serve(app, MOURNER_CALLS.getOwnNoticeState, { as: 'reader' }, async ({ principal, params }) => {
    if (!isOpen(principal.publication)) return CLOSED
    return toReply(
      await internalOf(principal.publication).getOwnState({ params: { reader: principal.sub, person: params.person } }),
    )
  })
  portalApi.serve(app, MOURNER_CALLS.addNoticeEntry, { as: 'reader' }, ({ principal, params, body }) =>
    withConfirmed(options, principal, async ({ sub, email }) =>
      toReply(
        await internalOf(principal.publication).addEntry({
          params: { reader: sub, person: params.person },
          body: { ...body, address: email },
        }),
      ),
    ),
  )
  portalApi.serve(app, MOURNER_CALLS.removeNoticeEntry, { as: 'reader' }, async ({ principal, params }) => {
    const { publication, sub } = principal
    const found = await internalOf(publication).removeOwnEntry({ params: { reader: sub, entry: params.entry } })
    return found.ok ? reply(undefined) : toRefusal(found)
  })
  portalApi.serve(app, MOURNER_CALLS.setNoticeReminder, { as: 'reader' }, async ({ principal, params, body }) => {
    const target = { reader: principal.sub, person: params.person }
    const service = internalOf(principal.publication)
    // Ending the mails needs no confirmed address.
    if (!body.isWanted) return toReply(await service.setReminder({ params: target, body: { isWanted: false } }))
    return withConfirmed(options, principal, async ({ email }) =>
      toReply(await service.setReminder({ params: target, body: { isWanted: true, address: email } })),
    )
  })
}

async function withConfirmed<T>(
  { isOpen, readPerson }: ObituaryRoutesOptions,
  principal: Principal,
  work: (person: Person) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  if (!isOpen(principal.publication)) return CLOSED
  const person = await readPerson(principal)
  if (person.kind === 'refusal') return person
  if (!person.data.isEmailVerified)
    return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
  return work(person.data)
}

function serveAnybody(app: Hono<PortalEnv>, options: ObituaryRoutesOptions): void {
  const { portalApi, isOpen, internalOf } = options
  portalApi.serve(app, MOURNER_CALLS.requestNoticeClosing, { as: 'anyone' }, async ({ context, params, body }) => {
    if (!isOpen(context.publication)) return CLOSED
    const requester = toRequesterOf(options, context)
    return toReply(await internalOf(context.publication).addClosingRequest({ params, body: { ...body, requester } }))
  })
}

function serveOrders(app: Hono<PortalEnv>, options: ObituaryRoutesOptions): void {
  const { portalApi, isOpen, internalOf } = options
  portalApi.serve(
    app,
    MOURNER_CALLS.saveNoticeDraft,
    { as: 'reader-or-guest' },
    async ({ context, principal, body }) => {
      if (!isOpen(context.publication)) return CLOSED
      const requester = toRequesterOf(options, context)
      return toReply(
        await internalOf(context.publication).saveDraft({
          body: { ...body, reader: principal?.sub ?? null, requester },
        }),
      )
    },
  )
  portalApi.serve(
    app,
    MOURNER_CALLS.getNoticeDraft,
    { as: 'reader-or-guest' },
    async ({ context, principal, params }) => {
      if (!isOpen(context.publication)) return CLOSED
      const query = principal === null ? {} : { reader: principal.sub }
      return toReply(await internalOf(context.publication).getDraft({ params, query }))
    },
  )
  app.post(PORTRAITS_PATH, (c) => takePortrait(options, c))
  app.get(`${PORTRAITS_PATH}/:id`, async (c) => {
    const id = ReaderPictureId.safeParse(c.req.param('id'))
    const context = portalApi.toRequestContext(c)
    if (!id.success || !isOpen(context.publication)) return toResponse(CLOSED)
    const found = await portalApi.findPrincipal(context)
    if (found.kind === 'refusal') return toResponse(found)
    const query = found.data === null ? {} : { reader: found.data.sub }
    const portrait = await internalOf(context.publication).getOwnPortrait({ params: { id: id.data }, query })
    return portrait.ok ? toPictureResponse(portrait.data) : toResponse(toRefusal(portrait))
  })
}

/** Saves one picture that belongs to no notice yet. */
async function takePortrait(options: ObituaryRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const { portalApi, isOpen, internalOf } = options
  const context = portalApi.toRequestContext(c)
  if (portalApi.isCrossOrigin(c)) return toResponse(sentByAnotherSite())
  if (!isOpen(context.publication)) return toResponse(CLOSED)
  const found = await portalApi.findPrincipal(context)
  if (found.kind === 'refusal') return toResponse(found)
  const whose = { reader: found.data?.sub ?? null, requester: toRequesterOf(options, context) }
  let taken: Reply<ReaderPicture> = refusal(422, 'NO_PICTURE', 'There is no picture in the form')
  const read = await readFormWithPictures(c.req.raw, 1, async (picture) => {
    const added = await internalOf(context.publication).addPortrait({ body: { ...picture, ...whose } })
    const { width, height, colour } = picture
    taken = added.ok ? reply({ id: added.data.id, alt: '', width, height, colour }) : toRefusal(added)
    return null
  })
  if (read === 'no-form') return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  if (read === 'too-large' || read.fault === 'too-large')
    return toResponse(refusal(413, 'TOO_LARGE', 'The picture is larger than allowed'))
  return toResponse(taken)
}

function toRequesterOf({ requesterOf }: ObituaryRoutesOptions, context: RequestContext): string {
  return requesterOf(context, 'notices')
}

/** Ends a reminder for a mail program, or for the button of our page, which is redirected back to it. */
async function endReminder({ internalOf }: ObituaryRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const token = c.req.query('token') ?? ''
  const ended = /^[\w-]{1,60}$/.test(token)
    ? await internalOf(publicationCodeOf(c.req)).endReminder({ params: { token } })
    : { ok: true as const }
  if (!ended.ok) return toResponse(toRefusal(ended))
  return c.req.header('accept')?.includes('text/html') === true
    ? c.body(null, 303, { ...NO_STORE, location: REMINDER_PATH })
    : c.text('ok', 200, NO_STORE)
}
