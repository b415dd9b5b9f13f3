/**
 * Obituaries and family notices over HTTP (R1-79): published ones, the same for all; entries in a book of condolence by the
 * session's reader with a confirmed address; wishes of families, by any visitor. Promises: opening the link of a mail changes
 * nothing, only its button acts; only one-click unsubscription (RFC 8058) needs neither session nor origin.
 */
import { Hono, type Context } from 'hono'
import type { SSO } from '@lokalteil/contracts/accounts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { NOTICES_INTERNAL } from '@lokalteil/contracts/notices'
import { PORTAL, REMINDER_ONE_CLICK } from '@lokalteil/contracts/portal'
import { ReaderPictureId, type ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { PORTRAITS_PATH, REMINDER_PATH, toReminderEndPath } from '@lokalteil/domain/notices/notice-paths'
import { readPeriod } from '@lokalteil/domain/notices/notices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { NoticeSource } from '../../rendering/rooms/notice-source.ts'
import type { Read } from '../../../app/page/content-api.ts'
import { readPerson, type Person } from '../person.ts'
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
} from '../portal-api.ts'
import { mandatorOf } from '../routes.ts'
import { readFormWithPictures, toPictureResponse } from './sent-pictures.ts'

export type NoticeRoutesOptions = {
  portalApi: PortalApi
  notices: NoticeSource
  internalOf: (mandator: Mandator) => Client<typeof NOTICES_INTERNAL>
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => Client<typeof SSO>) | null
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

const CLOSED = refusal(404, 'NOT_FOUND', 'The publication has no such room')

export function createNoticeRoutes(options: NoticeRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveReading(app, options)
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

function serveReading(app: Hono<PortalEnv>, { portalApi, notices }: NoticeRoutesOptions): void {
  portalApi.serve(app, PORTAL.listNotices, { as: 'anyone' }, async ({ context, query }) =>
    toPublic(
      await notices.of(context.mandator).listNotices({
        name: query.name ?? '',
        place: query.ort ?? '',
        period: readPeriod(query.zeit ?? null),
        page: query.page,
      }),
    ),
  )
  portalApi.serve(app, PORTAL.getNoticeFacets, { as: 'anyone' }, async ({ context }) =>
    toPublic(await notices.of(context.mandator).getFacets()),
  )
  portalApi.serve(app, PORTAL.getNotice, { as: 'anyone' }, async ({ context, params }) =>
    toPublic(await notices.of(context.mandator).getNotice(params.notice)),
  )
  portalApi.serve(app, PORTAL.getNoticePerson, { as: 'anyone' }, async ({ context, params }) =>
    toPublic(await notices.of(context.mandator).getPerson(params.person)),
  )
  portalApi.serve(app, PORTAL.getNoticeBook, { as: 'anyone' }, async ({ context, params, query }) =>
    toPublic(await notices.of(context.mandator).getBook(params.person, query.page)),
  )
}

function toPublic<T>(found: Read<T>): Reply<T> {
  if (found.ok) return reply(found.data)
  if (found.status === 410) return refusal(410, 'GONE', 'It is no longer shown')
  return found.status === 404 || found.status === 400
    ? refusal(404, 'NOT_FOUND', 'The publication has no such thing')
    : refusal(503, 'UNAVAILABLE', 'The notices do not answer', { retryAfter: '5' })
}

function serveReaders(app: Hono<PortalEnv>, options: NoticeRoutesOptions): void {
  const { portalApi, notices, internalOf } = options
  portalApi.serve(app, PORTAL.getOwnNoticeState, { as: 'reader' }, async ({ principal, params }) => {
    if (!notices.isOpen(principal.mandator)) return CLOSED
    return toReply(
      await internalOf(principal.mandator).getOwnState({ params: { reader: principal.sub, person: params.person } }),
    )
  })
  portalApi.serve(app, PORTAL.addNoticeEntry, { as: 'reader' }, ({ principal, params, body }) =>
    withConfirmed(options, principal, async ({ sub, email }) =>
      toReply(
        await internalOf(principal.mandator).addEntry({
          params: { reader: sub, person: params.person },
          body: { ...body, address: email },
        }),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.removeNoticeEntry, { as: 'reader' }, async ({ principal, params }) => {
    const { mandator, sub } = principal
    const found = await internalOf(mandator).removeOwnEntry({ params: { reader: sub, entry: params.entry } })
    return found.ok ? reply(undefined) : toRefusal(found)
  })
  portalApi.serve(app, PORTAL.setNoticeReminder, { as: 'reader' }, async ({ principal, params, body }) => {
    const target = { reader: principal.sub, person: params.person }
    const service = internalOf(principal.mandator)
    // Ending the mails needs no confirmed address.
    if (!body.isWanted) return toReply(await service.setReminder({ params: target, body: { isWanted: false } }))
    return withConfirmed(options, principal, async ({ email }) =>
      toReply(await service.setReminder({ params: target, body: { isWanted: true, address: email } })),
    )
  })
}

async function withConfirmed<T>(
  { notices, ssoOf }: NoticeRoutesOptions,
  principal: Principal,
  work: (person: Person) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  if (!notices.isOpen(principal.mandator)) return CLOSED
  const person = await readPerson(principal, ssoOf)
  if (person.kind === 'refusal') return person
  if (!person.data.isEmailVerified)
    return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
  return work(person.data)
}

function serveAnybody(app: Hono<PortalEnv>, options: NoticeRoutesOptions): void {
  const { portalApi, notices, internalOf } = options
  portalApi.serve(app, PORTAL.requestNoticeClosing, { as: 'anyone' }, async ({ context, params, body }) => {
    if (!notices.isOpen(context.mandator)) return CLOSED
    const requester = toRequesterOf(options, context)
    return toReply(await internalOf(context.mandator).addClosingRequest({ params, body: { ...body, requester } }))
  })
}

function serveOrders(app: Hono<PortalEnv>, options: NoticeRoutesOptions): void {
  const { portalApi, notices, internalOf } = options
  portalApi.serve(app, PORTAL.saveNoticeDraft, { as: 'reader-or-guest' }, async ({ context, principal, body }) => {
    if (!notices.isOpen(context.mandator)) return CLOSED
    const requester = toRequesterOf(options, context)
    return toReply(
      await internalOf(context.mandator).saveDraft({ body: { ...body, reader: principal?.sub ?? null, requester } }),
    )
  })
  portalApi.serve(app, PORTAL.getNoticeDraft, { as: 'reader-or-guest' }, async ({ context, principal, params }) => {
    if (!notices.isOpen(context.mandator)) return CLOSED
    const query = principal === null ? {} : { reader: principal.sub }
    return toReply(await internalOf(context.mandator).getDraft({ params, query }))
  })
  app.post(PORTRAITS_PATH, (c) => takePortrait(options, c))
  app.get(`${PORTRAITS_PATH}/:id`, async (c) => {
    const id = ReaderPictureId.safeParse(c.req.param('id'))
    const context = portalApi.toRequestContext(c)
    if (!id.success || !notices.isOpen(context.mandator)) return toResponse(CLOSED)
    const found = await portalApi.findPrincipal(context)
    if (found.kind === 'refusal') return toResponse(found)
    const query = found.data === null ? {} : { reader: found.data.sub }
    const portrait = await internalOf(context.mandator).getOwnPortrait({ params: { id: id.data }, query })
    return portrait.ok ? toPictureResponse(portrait.data) : toResponse(toRefusal(portrait))
  })
}

/** Saves one picture that belongs to no notice yet. */
async function takePortrait(options: NoticeRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const { portalApi, notices, internalOf } = options
  const context = portalApi.toRequestContext(c)
  if (portalApi.isCrossOrigin(c)) return toResponse(sentByAnotherSite())
  if (!notices.isOpen(context.mandator)) return toResponse(CLOSED)
  const found = await portalApi.findPrincipal(context)
  if (found.kind === 'refusal') return toResponse(found)
  const whose = { reader: found.data?.sub ?? null, requester: toRequesterOf(options, context) }
  let taken: Reply<ReaderPicture> = refusal(422, 'NO_PICTURE', 'There is no picture in the form')
  const read = await readFormWithPictures(c.req.raw, 1, async (picture) => {
    const added = await internalOf(context.mandator).addPortrait({ body: { ...picture, ...whose } })
    const { width, height, colour } = picture
    taken = added.ok ? reply({ id: added.data.id, alt: '', width, height, colour }) : toRefusal(added)
    return null
  })
  if (read === 'no-form') return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  if (read === 'too-large' || read.fault === 'too-large')
    return toResponse(refusal(413, 'TOO_LARGE', 'The picture is larger than allowed'))
  return toResponse(taken)
}

function toRequesterOf({ secret }: NoticeRoutesOptions, { origin }: RequestContext): string {
  return toRequester(secret, 'notices', toNetwork(origin.address))
}

/** Ends a reminder for a mail program, or for the button of our page, which is redirected back to it. */
async function endReminder({ internalOf }: NoticeRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const token = c.req.query('token') ?? ''
  const ended = /^[\w-]{1,60}$/.test(token)
    ? await internalOf(mandatorOf(c.req)).endReminder({ params: { token } })
    : { ok: true as const }
  if (!ended.ok) return toResponse(toRefusal(ended))
  return c.req.header('accept')?.includes('text/html') === true
    ? c.body(null, 303, { ...NO_STORE, location: REMINDER_PATH })
    : c.text('ok', 200, NO_STORE)
}
