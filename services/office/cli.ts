/** `npx lokalteil staff`: people of the office. Without a running portal it works on the database, and prints links in place of mails. */
import { OFFICE_STAFF, type Grant, type StaffMember } from '@lokalteil/contracts/office'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { OFFICE_ROLES, type OfficeRole } from '@lokalteil/domain/office/acts'
import { toCode } from '@lokalteil/domain/publication/publications'
import { Fault, type Call } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { show, type Work } from '../platform/commands/reach.ts'
import { createOfficeService } from './app.ts'

const isRole = (text: string): text is OfficeRole => (OFFICE_ROLES as readonly string[]).includes(text)

function unavailable(): never {
  throw new Error('A command signs nobody in')
}

export const runStaff = defineNoun({
  name: 'staff',
  more: 'People sign in at /redaktion. Roles: editor, chief, moderator, service, publisher, operator; publishers and operators invite others.',
  reach: {
    calls: OFFICE_STAFF,
    mount: '/__services/office/internal',
    prefix: null,
    key: { variables: ['OFFICE_SERVICE_KEY'], file: 'office' },
    own: {
      probe: (office) => office.listAllStaff({}),
      async open(database, serviceKey) {
        const { internal } = await createOfficeService({
          database,
          serviceKey,
          passwords: { hash: unavailable, findMatch: unavailable },
          isCommonPassword: () => false,
          provider: null,
          seal: unavailable,
          open: () => null,
          isDemo: false,
          recordsOf: unavailable,
          internalOf: unavailable,
          onContentChange: unavailable,
          pushOf: unavailable,
          pictures: null,
          newslettersOf: null,
          originOf: () => '',
          officeOrigin: null,
          queueMail: null,
          isInsecureDevelopment: false,
        })
        // The client's base has no place for the prefix that the mount has in a portal.
        return { app: { fetch: (request) => internal.fetch(below('/internal', request)) } }
      },
    },
  },
  words: {
    MAIL: { is: 'an e-mail address', fits: isEmail },
    ROLE: { is: OFFICE_ROLES.join(', '), fits: isRole },
    CODE: { is: 'the code of a publication', fits: (text) => toCode(text) !== null },
  },
  options: {
    name: 'how colleagues see the person (default: the first part of the address)',
    role: 'what the person does; may be repeated',
    at: 'only in this publication; may be repeated (default: in all)',
    publishes: 'an editor who may publish',
  },
  verbs: {
    'invite MAIL --role ROLE… [--name NAME] [--at CODE…] [--publishes]': {
      about: 'invites a person for 48 hours, by mail or with a link that is printed; again for one who is invited',
      run: (call) => async (office) => {
        const { words, values } = call
        const email = words[0] ?? ''
        const name = values.name ?? email.slice(0, email.indexOf('@'))
        const answer = await office.inviteStaff({ body: { email, name, grants: toGrants(call) } })
        return show(call, answer, ({ link }) => toInvited(email, link))
      },
    },
    'renew MAIL': {
      about: 'invites a person anew who forgot the password; the old one ends at once, the second factor stays',
      run: (call) => async (office) => {
        const email = call.words[0] ?? ''
        return show(call, await office.renewStaff({ body: { email } }), ({ link }) => toInvited(email, link))
      },
    },
    list: {
      about: 'who works here, with roles and state',
      run: (call) => async (office) =>
        show(call, await office.listAllStaff({}), ({ staff }) =>
          staff.length === 0
            ? ['Nobody works here yet: npx lokalteil staff invite MAIL --role publisher']
            : staff.map(toLine),
        ),
    },
    'lock MAIL': {
      about: 'ends the sessions of a person, who can sign in no more',
      run: (call) => setLock(call, true),
    },
    'unlock MAIL': { about: 'takes the lock away', run: (call) => setLock(call, false) },
    'reset-factor MAIL': {
      about:
        'removes one-time codes and passkeys of a person who lost them; a new one has to be set up after the password',
      run: (call) => async (office) => {
        const email = call.words[0] ?? ''
        return show(call, await office.resetFactor({ body: { email } }), () => [`${email} has no second factor now.`])
      },
    },
  },
})

function setLock(call: Call, isLocked: boolean): Work<typeof OFFICE_STAFF> {
  const email = call.words[0] ?? ''
  return async (office) =>
    show(call, await office.lockStaff({ body: { email, isLocked } }), () => [
      `${email} ${isLocked ? 'can sign in no more' : 'can sign in again'}.`,
    ])
}

function toInvited(email: string, link: string | null): string[] {
  if (link === null) return [`${email} was invited by mail.`]
  const where = link.startsWith('/') ? 'Open it at the address of your paper' : 'Hand it over'
  return [
    `No mail can be sent from here. ${where}; it counts once, for 48 hours:`,
    ...(link.startsWith('https:')
      ? ['(Until that host leads here: the same path at http://localhost:PORT, on this machine.)']
      : []),
    link,
  ]
}

function toGrants(call: Call): Grant[] {
  const places = call.all('at').length === 0 ? ['*'] : call.all('at')
  const roles = call.all('role').filter(isRole)
  if (call.has('publishes') && !roles.includes('editor')) throw new Fault('--publishes is of editors.')
  return places.flatMap((publication) =>
    roles.map((role) => ({ publication, role, mayPublish: role === 'editor' && call.has('publishes'), sections: [] })),
  )
}

function toLine({ email, name, state, grants, lastSeen, hasSecondFactor, byProvider }: StaffMember): string {
  const roles = grants.map(({ publication, role }) => (publication === '*' ? role : `${role} at ${publication}`))
  const seen = lastSeen === null ? '' : `, last seen ${lastSeen}`
  const own = state === 'active' && !hasSecondFactor ? ', no second factor' : ''
  const factor = byProvider ? ', signs in at the provider' : own
  return `${email}  ${name}: ${roles.join(', ') || 'no role'}  ${state}${factor}${seen}`
}

/** The same request at an address below `prefix`. */
function below(prefix: string, request: Request): Request {
  const url = new URL(request.url)
  url.pathname = prefix + url.pathname
  return new Request(url, request)
}
