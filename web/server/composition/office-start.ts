/** Lines of the start about the office: its address, the logins of the demo, the link of the first person. */
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import type { OfficeService } from '@lokalteil/services/office/app'
import { DEMO_STAFF, toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { findPublication } from '@lokalteil/domain/publication/publications'
import { isRefusal } from '@lokalteil/services/platform/serve'
import type { Config } from '../config/config.ts'
import { hasForeignScripts } from '../config/third-parties.ts'

export type OfficeStartOptions = {
  config: Config
  office: OfficeService
  /** Address of the portal. */
  base: string
  /** The publication that the setup page has just made; null: none. */
  made: PublicationFolder['identity'] | null
  print: (line: string) => void
}

export async function announceOffice({ config, office, base, made, print }: OfficeStartOptions): Promise<void> {
  if (config.officeOrigin === null && hasForeignScripts(config)) {
    print(
      'The office does not answer: scripts of other houses run on the pages. Give it a host of its own: OFFICE_ORIGIN\n',
    )
    return
  }
  const place = `${config.officeOrigin ?? base}/redaktion`
  if (config.isDemo) {
    if (!config.isDemoPublic)
      print(
        `office: ${place}  logins: ${DEMO_STAFF.map(({ id }) => toStaffEmail(id)).join('  ')}  each with the password ${DEMO_PASSWORD}\n`,
      )
    return
  }
  const unknown = listUnknownPublications(config)
  if (unknown.length > 0) print(`OFFICE_SSO_ROLES gives roles at ${unknown.join(', ')}, which is no publication here\n`)
  if (await office.hasStaff()) return
  if (config.officeProvider?.isOnlyWay === true) {
    print(`Nobody works in the office (${place}) yet: it opens to whoever has a role of OFFICE_SSO_ROLES\n`)
    return
  }
  if (made === null) {
    print(`Nobody works in the office (${place}) yet: npx lokalteil staff invite MAIL --role publisher\n`)
    return
  }
  const invited = await office.inviteByLink({
    email: made.publisher.email.toLowerCase(),
    name: made.publisher.company,
    grants: [
      { publication: '*', role: 'publisher', mayPublish: false, sections: [] },
      { publication: '*', role: 'chief', mayPublish: true, sections: [] },
      { publication: '*', role: 'operator', mayPublish: false, sections: [] },
    ],
  })
  if (isRefusal(invited) || invited.link === null) return
  // The host of the new paper may not lead here yet.
  const link = place + invited.link.slice(invited.link.lastIndexOf('/'))
  print(`The office is at ${place}. Its first person signs up here, once and within 48 hours:\n${link}\n`)
}

function listUnknownPublications({ officeProvider }: Config): string[] {
  const named = Object.values(officeProvider?.roles ?? {}).flatMap((grants) =>
    grants.map(({ publication }) => publication),
  )
  return [...new Set(named)].filter((code) => code !== '*' && findPublication(code) === null)
}
