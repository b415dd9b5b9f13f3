/**
 * Lists data that the law requires of a publication and that its folder lacks. Nothing here stops a paper from
 * appearing: missing data are warnings, decisions of a person are `todo`. Only selling is stopped, as long as buyers
 * cannot learn who their contract partner is and which terms apply (`isSellable`).
 */
import type { PublisherData } from '@lokalteil/contracts/publication/identity'
import {
  type Finding,
  listRoomFiles,
  type PublicationFolder,
  type PublicationText,
} from '@lokalteil/contracts/publication/publication-folder'
import { sellsInRooms } from '@lokalteil/contracts/publication/rooms'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { toFinding } from '../folder/yaml-source.ts'
import { toFormDuties } from './legal-form.ts'
import { listMarks, removeMarks } from './open-marks.ts'
import { toPrinted } from './publisher-fields.ts'
import { listUnsaidRooms } from './rooms-in-notice.ts'
import { escapeMarkdown } from './template.ts'

/** Positions in the files; absent: the positions in a folder that `publication new` wrote. */
export type Places = {
  /** Line of a field of publication.yaml. */
  lineOf?: (field: readonly string[]) => number | null
  /** Line at which the Markdown of a document begins in its file. */
  firstLineOf?: (documentId: string) => number
}
export type Sellable = { ok: true } | { ok: false; missing: Finding[] }

/** Three dashes, title, day, three dashes. */
const FRONT_MATTER_LINES = 4
/** Without these documents nothing may be sold. */
const CONTRACT_DOCUMENTS = ['agb', 'widerruf', 'datenschutz'] as const

export function listMissingLegalData(folder: PublicationFolder, places: Places = {}): Finding[] {
  return [
    ...listMissingData(folder, places),
    ...listMissingDocuments(folder),
    ...folder.documents.flatMap((document) => listOpenMarks(document, places)),
    ...listStaleImprint(folder, places),
    ...listUnsaid(folder, places),
    ...listHiddenDocuments(folder),
  ]
}

/** Documents whose address `/{id}` belongs to another page already. */
function listHiddenDocuments({ documents, taxonomy }: PublicationFolder): Finding[] {
  return documents
    .filter(({ id }) => {
      const match = matchRoute(`/${id}`)
      const name = match.kind === 'route' ? match.route.name : null
      const isOwn = name === 'channel' || name === `${id}-document`
      const isTaken = taxonomy.sections.some(({ path }) => path === id) || taxonomy.tags.some(({ slug }) => slug === id)
      return !isOwn || isTaken
    })
    .map((document) =>
      toFinding(
        toFile(document),
        null,
        '',
        `is not shown: /${document.id} is another page`,
        'Give the file another name; it must not end with a number.',
        'warning',
      ),
    )
}

/** True if it sells subscriptions, coins, products of a room, or space for advertisements and notices. */
export function sellsSomething(folder: PublicationFolder): boolean {
  const { offers, rooms } = folder
  return (
    (offers?.offers.length ?? 0) > 0 || listRoomFiles(folder).some(({ isSelling }) => isSelling) || sellsInRooms(rooms)
  )
}

export function isSellable(folder: PublicationFolder, places: Places = {}): Sellable {
  const { identity, offers, documents } = folder
  const needed = ['company', 'street', 'phone', 'email', 'vatId', 'representatives', 'register', 'generalPartner']
  const missing = [
    ...listMissingData(folder, places).filter(({ field }) =>
      needed.some((name) => field === `publisher.${name}` || field.startsWith(`publisher.${name}.`)),
    ),
    ...listSellerFaults(folder, places),
  ]
  for (const id of CONTRACT_DOCUMENTS) {
    const document = documents.find((candidate) => candidate.id === id)
    if (document === undefined || removeMarks(document.markdown).trim() === '')
      missing.push(toFinding(`documents/${id}.md`, null, '', `is missing: ${WHY[id]}`, REWRITE))
    else missing.push(...listOpenMarks(document, places))
  }
  const terms = removeMarks(documents.find(({ id }) => id === 'agb')?.markdown ?? '')
  const sells = (test: (offer: NonNullable<typeof offers>['offers'][number]) => boolean) =>
    offers?.offers.some(test) === true
  if (terms !== '' && sells(({ coins }) => coins !== null) && !/\bCoins?\b/.test(terms))
    missing.push(
      toFinding('documents/agb.md', null, '', 'says nothing of coins, which are sold (§ 305 Abs. 2 BGB)', REWRITE),
    )
  if (identity.publisher.smallBusiness === true && sells(({ vatPercent }) => vatPercent > 0))
    missing.push(
      toFinding(
        'offers.yaml',
        null,
        'offers',
        'have value added tax in them, which a small business must not charge (§ 19, § 14c UStG)',
        'Write vatPercent: 0, or remove publisher.smallBusiness.',
      ),
    )
  return missing.length === 0 ? { ok: true } : { ok: false, missing }
}

const REWRITE = '"npx lokalteil publication documents FOLDER" writes a draft of it.'
const AGAIN = 'Add it; "npx lokalteil publication documents FOLDER" does where nobody changed the draft.'
const WHY: Readonly<Record<string, string>> = {
  impressum: 'every paper has an imprint (§ 5 DDG, § 18 MStV; Austria: § 24 MedienG)',
  datenschutz: 'readers must learn what is kept about them (Art. 13 DSGVO)',
  agb: 'registration and orders lead to it (§ 305 Abs. 2 BGB)',
  widerruf: 'consumers must be told of their right to withdraw (§ 312d BGB, Art. 246a § 1 EGBGB)',
  accessibility: 'orders must be accessible and say how (§ 14 BFSG, Annex 3)',
}

function listMissingData(folder: PublicationFolder, places: Places): Finding[] {
  const { publisher } = folder.identity
  const isAustrian = publisher.country === 'AT'
  const { register, isRepresented, hasGeneralPartner } = toFormDuties(publisher)
  const sells = sellsSomething(folder)
  const imprint = isAustrian ? '§ 5 ECG' : '§ 5 Abs. 1'
  const nr = (german: string, austrian: string) =>
    isAustrian ? `${imprint} Abs. 1 Z ${austrian}` : `${imprint} Nr. ${german} DDG`
  const missing: [boolean, string, string, string][] = [
    [
      isPlaceholder(publisher.company),
      'company',
      nr('1', '1'),
      'Add the name as it stands in the register or passport.',
    ],
    [isPostBox(publisher.street), 'street', `${nr('1', '2')}: a post box is no address`, 'Add street and number.'],
    [
      isRepresented && publisher.representatives.length === 0,
      'representatives',
      nr('1', '1'),
      `Add who acts for the company: representatives: [Vorname Nachname].`,
    ],
    [
      register !== null && publisher.register === undefined,
      'register',
      register?.law ?? '',
      `Add register: { court: Amtsgericht …, number: … } (${register?.name ?? ''}).`,
    ],
    [
      hasGeneralPartner && publisher.generalPartner === undefined,
      'generalPartner',
      `${nr('1', '1')}, § 177a HGB`,
      'Add generalPartner: { company: … Verwaltungs-GmbH, register: { court: …, number: … } }.',
    ],
    [
      publisher.vatId === undefined && publisher.smallBusiness !== true,
      'vatId',
      nr('6', '6'),
      'Add vatId: DE123456789, or smallBusiness: true if you charge no value added tax (§ 19 UStG).',
    ],
    [
      publisher.phone === undefined,
      'phone',
      `${nr('2', '3')}: a second quick way beside the mail address; for orders Art. 246a § 1 EGBGB`,
      'Add phone: "+49 …".',
    ],
    [isPlaceholder(publisher.email), 'email', nr('2', '3'), 'Add an address somebody reads.'],
    [
      publisher.responsible.length === 0,
      'responsible',
      isAustrian ? '§ 24 MedienG' : '§ 18 Abs. 2 MStV',
      'Add responsible: [{ name: Vorname Nachname }], a person who lives in Germany; with street and place where they differ.',
    ],
    [
      publisher.supervisoryAuthority === undefined && !isAustrian,
      'supervisoryAuthority',
      'Art. 13 Abs. 2 Buchst. d DSGVO',
      'Add the data protection authority of your Land with its address.',
    ],
    [
      publisher.hosting === undefined,
      'hosting',
      'Art. 13 Abs. 1 Buchst. e DSGVO',
      'Add hosting: { company: …, place: … }: where the servers stand.',
    ],
    [
      sells && publisher.accessibility === undefined && publisher.microEnterprise !== true,
      'accessibility',
      isAustrian ? 'BaFG' : '§ 14 BFSG, Annex 3',
      'Add accessibility: { email: … }, or microEnterprise: true below ten people and two million euros.',
    ],
    [
      isAustrian && publisher.austria === undefined,
      'austria',
      '§§ 24, 25 MedienG',
      'Add austria: { purpose: …, editorialLine: … }.',
    ],
  ]
  return missing
    .filter(([isMissing]) => isMissing)
    .map(([, field, law, remedy]) =>
      toFinding(
        'publication.yaml',
        places.lineOf?.(['publisher', field]) ?? null,
        `publisher.${field}`,
        `${isFilled(publisher[field as keyof PublisherData]) ? 'is a placeholder: words left standing, or an address nobody has (.example, .invalid, localhost)' : 'is missing'} (${law})`,
        remedy,
        'warning',
      ),
    )
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** Placeholder text that was never replaced, and e-mail addresses in reserved domains. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:\?+|todo|tba|x{3,}|\.{3}|…|muster(?:mann|firma)?)$/i.test(value.trim()) ||
    /@(?:[\w-]+\.)*(?:example|invalid|localhost)(?:\.\w+)?$/i.test(value)
  )
}

function isPostBox(street: string): boolean {
  return isPlaceholder(street) || /^(?:Postfach|P\. ?O\. ?Box)\b/i.test(street.trim())
}

function listSellerFaults({ identity: { publisher, seller } }: PublicationFolder, places: Places): Finding[] {
  const at = (field: string) => places.lineOf?.(['seller', field]) ?? null
  if (seller === undefined)
    return [
      toFinding(
        'publication.yaml',
        places.lineOf?.(['seller']) ?? null,
        'seller',
        'is missing: who writes invoices and where the money goes (§ 14 UStG)',
        'Add seller with address, VAT id, bank, iban, bic and creditorId.',
      ),
    ]
  const same: ['company' | 'vatId', string][] = [
    ['company', '§ 5 DDG, § 14 Abs. 4 UStG'],
    ['vatId', '§ 14 Abs. 4 Nr. 2 UStG'],
  ]
  return same.flatMap(([field, law]) => {
    const [sold, said] = [seller[field], publisher[field]]
    return said === undefined || sold === said
      ? []
      : [
          toFinding(
            'publication.yaml',
            at(field),
            `seller.${field}`,
            `is "${sold}", but publisher.${field} is "${said}" (${law})`,
            'Write the same in both.',
          ),
        ]
  })
}

function listMissingDocuments(folder: PublicationFolder): Finding[] {
  const { documents, identity } = folder
  const sells = sellsSomething(folder)
  const isMicro = identity.publisher.microEnterprise === true
  const ids = [
    'impressum',
    'datenschutz',
    'agb',
    ...(sells ? ['widerruf'] : []),
    ...(sells && !isMicro ? ['accessibility'] : []),
  ]
  return ids
    .filter((id) => !documents.some((document) => document.id === id && removeMarks(document.markdown).trim() !== ''))
    .map((id) => toFinding(`documents/${id}.md`, null, '', `is missing: ${WHY[id]}`, REWRITE, 'warning'))
}

function listOpenMarks(document: PublicationText, places: Places): Finding[] {
  const firstLine = toFirstLine(document, places)
  return listMarks(document.markdown).map(({ question, line, isClosed }) =>
    isClosed
      ? toFinding(
          toFile(document),
          firstLine + line - 1,
          '',
          `waits for a decision: „${question}“`,
          'Decide, correct the paragraph, and remove [[PRÜFEN: …]].',
          'todo',
        )
      : toFinding(
          toFile(document),
          firstLine + line - 1,
          '',
          'has a mark without an end; readers do not see its paragraph',
          'Close it with ]].',
        ),
  )
}

/** The imprint is older than the data: it lacks values of publication.yaml. */
function listStaleImprint({ identity: { publisher }, documents }: PublicationFolder, places: Places): Finding[] {
  const imprint = documents.find(({ id }) => id === 'impressum')
  if (imprint === undefined) return []
  const printed = toWords(removeMarks(toPrinted(imprint.markdown, publisher)))
  const wanted: [string, string | undefined][] = [
    ['company', publisher.company],
    ['street', publisher.street],
    ['postcode', publisher.postcode],
    ['town', publisher.town],
    ['email', publisher.email],
    ['phone', publisher.phone],
    ['vatId', publisher.vatId],
    ['register', publisher.register?.number],
    ['generalPartner', publisher.generalPartner?.company],
    ...publisher.representatives.map((name): [string, string] => ['representatives', name]),
    ...publisher.responsible.map(({ name }): [string, string] => ['responsible', name]),
  ]
  return wanted
    .filter(
      ([, value]) =>
        value !== undefined && !printed.includes(toWords(value)) && !printed.includes(toWords(escapeMarkdown(value))),
    )
    .map(([field, value]) =>
      toFinding(
        toFile(imprint),
        toFirstLine(imprint, places),
        `publisher.${field}`,
        `does not name "${value}", as publication.yaml does (§ 5 DDG)`,
        'Correct one of the two; "npx lokalteil publication documents FOLDER" does where nobody changed the draft.',
        'warning',
      ),
    )
}

/** Rooms (and comments) that the privacy notice does not mention, because they were switched on later. */
function listUnsaid({ documents, rooms, community }: PublicationFolder, places: Places): Finding[] {
  const notice = documents.find(({ id }) => id === 'datenschutz')
  if (notice === undefined) return []
  const text = removeMarks(notice.markdown)
  const writes = community?.comments !== undefined || community?.reviews !== undefined
  const isUnsaid = writes && !/Kommentar/.test(text)
  const unsaid = [
    ...listUnsaidRooms(text, rooms).map((key) => [key, 'rooms.yaml'] as const),
    ...(isUnsaid ? [['comments', 'community.yaml'] as const] : []),
  ]
  return unsaid.map(([key, file]) =>
    toFinding(
      toFile(notice),
      toFirstLine(notice, places),
      '',
      `says nothing of "${key}", which ${file} switches on${key === 'radio' ? ', or of who sends it' : ''} (Art. 13 DSGVO)`,
      AGAIN,
      'warning',
    ),
  )
}

function toWords(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function toFile({ id }: PublicationText): string {
  return `documents/${id}.md`
}

function toFirstLine({ id }: PublicationText, { firstLineOf }: Places): number {
  return firstLineOf?.(id) ?? FRONT_MATTER_LINES + 1
}
