/** `npx lokalteil staff`: people of the office. Without a running portal it works on the database, and prints links in place of mails. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import { OFFICE_STAFF, type Grant, type StaffMember } from '@lokalteil/contracts/office'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { OFFICE_ROLES, type OfficeRole } from '@lokalteil/domain/office/acts'
import { toCode } from '@lokalteil/domain/publication/publications'
import { Fault } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { say } from '../platform/commands/reach.ts'
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
    key: 'office',
    variable: 'OFFICE_SERVICE_KEY',
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
          figuresOf: null,
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
      run({ mail: email, name = email.slice(0, email.indexOf('@')), ...given }) {
        const grants = toGrants(given.role.filter(isRole), given.at, given.publishes === true)
        return (office) =>
          say(office.inviteStaff({ body: { email, name, grants } }), ({ link }) => toInvited(email, link))
      },
    },
    'renew MAIL': {
      about: 'invites a person anew who forgot the password; the old one ends at once, the second factor stays',
      ask: (office, { mail: email }) =>
        say(office.renewStaff({ body: { email } }), ({ link }) => toInvited(email, link)),
    },
    list: {
      about: 'who works here, with roles and state',
      ask: (office) =>
        say(office.listAllStaff({}), ({ staff }) =>
          staff.length === 0
            ? 'Nobody works here yet: npx lokalteil staff invite MAIL --role publisher'
            : staff.map(toLine),
        ),
    },
    'lock MAIL': {
      about: 'ends the sessions of a person, who can sign in no more',
      ask: setLock(true, 'can sign in no more'),
    },
    'unlock MAIL': { about: 'takes the lock away', ask: setLock(false, 'can sign in again') },
    'reset-factor MAIL': {
      about:
        'removes one-time codes and passkeys of a person who lost them; a new one has to be set up after the password',
      ask: (office, { mail: email }) =>
        say(office.resetFactor({ body: { email } }), () => `${email} has no second factor now.`),
    },
  },
})

function setLock(isLocked: boolean, outcome: string) {
  return (office: Client<typeof OFFICE_STAFF>, { mail: email }: { mail: string }) =>
    say(office.lockStaff({ body: { email, isLocked } }), () => `${email} ${outcome}.`)
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

function toGrants(roles: readonly OfficeRole[], at: readonly string[], publishes: boolean): Grant[] {
  if (publishes && !roles.includes('editor')) throw new Fault('--publishes is of editors.')
  return (at.length === 0 ? ['*'] : at).flatMap((publication) =>
    roles.map((role) => ({ publication, role, mayPublish: role === 'editor' && publishes, sections: [] })),
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
