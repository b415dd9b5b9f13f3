/**
 * The office: people who work at the paper, their articles, fronts and quizzes. `app` answers the calls of the screens and trusts the two headers
 * that the portal's door sets (origin and network); `internal` answers commands with the service key and nothing else. Promises:
 * a call is checked with session, exact origin and role before its body is read; every act of a person is in the audit; a session
 * that was ended opens nothing, and its streams are told.
 */
import {
  OFFICE_DESK,
  OFFICE_FIGURES,
  OFFICE_INFO,
  OFFICE_NEWSLETTERS,
  OFFICE_PARTS,
  OFFICE_PEOPLE,
  OFFICE_STAFF,
} from '@lokalteil/contracts/office'
import { createSchedule } from '../platform/schedule.ts'
import type { Asked, BoundHandlers } from '../platform/serve.ts'
import { partFor, serveParts, serveService, type ServiceOptions } from '../platform/service.ts'
import { ARTICLE_HANDLERS } from './articles/handlers.ts'
import { startArticleJobs } from './articles/jobs.ts'
import { BREAKING_HANDLERS } from './breaking/breaking.ts'
import type { DeskCaller, OfficeContext } from './context.ts'
import { createEvents, type OfficeEvent } from './events.ts'
import { createFiguresHandlers, type FiguresOf } from './figures/handlers.ts'
import { FRONT_HANDLERS } from './fronts/handlers.ts'
import { appendAudit, BY_COMMAND, byActor } from './people/audit.ts'
import { SESSION_HOURS } from './people/cookies.ts'
import { seedStaff } from './people/demo-staff.ts'
import { COMMAND_HANDLERS, PEOPLE_HANDLERS } from './people/handlers.ts'
import type { PictureFiles } from '../pictures/picture-files.ts'
import { findPreviewPage, openPreviewLink } from './articles/preview-links.ts'
import { createMediaHandlers } from './media/handlers.ts'
import { startMediaJobs } from './media/tasks.ts'
import { createNewsletterHandlers, type NewslettersOf } from './newsletters/handlers.ts'
import type { PeopleContext, PeopleHandlers, PeopleTools } from './people/people-context.ts'
import { findPreview, keepPreview, sweepPreviews } from './previews.ts'
import { QUIZ_HANDLERS } from './quizzes/handlers.ts'
import { HALF_MINUTES } from './people/sign-in.ts'
import { inviteStaff, type Invitation } from './people/staff.ts'
import { hasStaff, listColleagues, sweep } from './people/store.ts'
import { findCaller, toDeskCaller, toVisit, type CallName } from './people/visits.ts'

const OF_PEOPLE: PeopleHandlers = { ...PEOPLE_HANDLERS, openPreviewLink }
type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_DESK, DeskCaller>

export type OfficeServiceOptions = ServiceOptions &
  Omit<PeopleTools, 'limiter' | 'parts'> &
  Pick<OfficeContext, 'recordsOf' | 'internalOf' | 'onContentChange' | 'pushOf'> & {
    /** Where pictures are stored. Null: the content service is elsewhere, and the office has no articles. */
    pictures: Pick<PictureFiles, 'put' | 'locate'> | null
    /** Null: a command, which serves no screens. */
    newslettersOf: NewslettersOf | null
    /** Null: a command, or the publisher counts nothing. */
    figuresOf: FiguresOf | null
    /** Default: the service's own. */
    handlers?: Handlers
  }

export type OfficeService = Awaited<ReturnType<typeof createOfficeService>>

const SWEEP_MS = 3_600_000
const HOUR = 3_600_000
const SMALL = 20_000
/** A draft has up to 2 MB. Bodies of files are read by their handlers. */
const LIMITS = {
  saveDraft: 2_000_000,
  saveFrontDraft: 600_000,
  setBreaking: SMALL,
  endBreaking: SMALL,
  orderPush: SMALL,
}
/** The draft of an issue has four thousand characters and forty entries. */
const NEWSLETTER_LIMITS = { saveIssue: 40_000 }

export async function createOfficeService(options: OfficeServiceOptions) {
  const { pictures, newslettersOf, figuresOf } = options
  const handlers =
    pictures === null
      ? null
      : (options.handlers ?? {
          ...ARTICLE_HANDLERS,
          ...FRONT_HANDLERS,
          ...BREAKING_HANDLERS,
          ...QUIZ_HANDLERS,
          ...createMediaHandlers(pictures),
        })
  const { app, context } = await serveService<PeopleContext>(options, {
    schema: 'office',
    folder: import.meta.dirname,
    info: OFFICE_INFO,
    toContext(base) {
      const { recordsOf, internalOf, onContentChange, pushOf, passwords, isCommonPassword, seal, open } = options
      const { isDemo, originOf, officeOrigin, queueMail, isInsecureDevelopment, provider } = options
      const tools = { passwords, isCommonPassword, seal, open, isDemo, originOf, officeOrigin, queueMail, provider }
      const people: PeopleContext = {
        ...base,
        ...tools,
        recordsOf,
        internalOf,
        onContentChange,
        pushOf,
        isInsecureDevelopment,
        parts: OFFICE_PARTS.filter(
          (part) => ({ desk: handlers, newsletters: newslettersOf, figures: figuresOf })[part] !== null,
        ),
        limiter: base.limitIn({ table: 'office.windows', notes: 'ends' }),
        listColleagues: (publication) => listColleagues(people.db, publication),
        log: (by, entry, within) => appendAudit(within ?? people.db, byActor(by), entry, people.now()),
      }
      return people
    },
    parts: [
      partFor(OFFICE_PEOPLE, OF_PEOPLE, (people, _params, request, name) => toVisit(people, request, name), {
        base: '',
        bodyLimits: Object.fromEntries(Object.keys(OFFICE_PEOPLE).map((name) => [name, SMALL])),
      }),
      ...(handlers === null ? [] : [partFor(OFFICE_DESK, handlers, toCaller, { bodyLimits: LIMITS })]),
      ...(newslettersOf === null
        ? []
        : [
            partFor(OFFICE_NEWSLETTERS, createNewsletterHandlers(newslettersOf), toCaller, {
              bodyLimits: NEWSLETTER_LIMITS,
            }),
          ]),
      ...(figuresOf === null ? [] : [partFor(OFFICE_FIGURES, createFiguresHandlers(figuresOf), toCaller)]),
    ],
  })
  const events = createEvents(context.db, context.onError)
  const upkeep = createSchedule(
    SWEEP_MS,
    () => sweepOffice(context),
    (error) => context.onError(error, 'office-sweep'),
  )
  let jobs: { close: () => Promise<void> }[] = []
  return {
    app,
    /** For commands: the service key opens it, a session does not. */
    internal: serveParts(context, options, OFFICE_INFO, [
      partFor(OFFICE_STAFF, COMMAND_HANDLERS, () => null, { base: '/internal' }),
    ]),
    context,
    /** The person behind a request of the door; null: no session. */
    findCaller: (request: Request) => findCaller(context, request),
    /** Decides a call of a publication that the portal answers itself. */
    toDeskCaller: (code: string, request: Asked, name: CallName) => toDeskCaller(context, code, request, name),
    findPreviewPage: (request: Request, id: string) => findPreviewPage(context, request, id),
    keepPreview: (sessionId: string, html: string) => keepPreview(context, sessionId, html),
    findPreview: (sessionId: string, token: string) => findPreview(context, sessionId, token),
    onEvent: (listener: (event: OfficeEvent) => void) => events.onEvent(listener),
    seedDemo: (password: string) => seedStaff(context, password),
    hasStaff: () => hasStaff(context.db),
    /** Sends no mail. */
    inviteByLink: (invitation: Invitation) => inviteStaff(context, invitation, BY_COMMAND, false),
    start() {
      upkeep.start()
      if (handlers !== null && jobs.length === 0) jobs = [startArticleJobs(context), startMediaJobs(context)]
    },
    async close() {
      await Promise.all(jobs.map((one) => one.close()))
      await events.close()
      await upkeep.close()
    },
  }
}

/** Whose a call of a publication is. */
const toCaller = (
  people: PeopleContext,
  { publication = '' }: Readonly<Record<string, string>>,
  request: Asked,
  name: CallName,
) => toDeskCaller(people, publication, request, name)

async function sweepOffice({ db, now }: PeopleContext): Promise<void> {
  const time = now()
  await sweepPreviews(db, time)
  const ago = (milliseconds: number) => new Date(time.getTime() - milliseconds)
  await sweep(db, time, {
    created: ago(SESSION_HOURS.most * HOUR),
    seen: ago(SESSION_HOURS.idle * HOUR),
    half: ago(HALF_MINUTES * 60_000),
  })
}
