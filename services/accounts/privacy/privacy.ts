/**
 * The reader's rights on personal data (GDPR 15, 17, 20). Every service with data of readers registers a source: it reads,
 * erases, and lists the data that the law makes it keep. Export: one ZIP with everything as JSON and as a readable page.
 * Erasure: after fourteen days in which the reader may undo it; the sources first, the account last, so that an interrupted
 * erasure continues in the next run; kept data contain no name.
 */
import { createHash, randomUUID } from 'node:crypto'
import { formatDateTime } from '@lokalteil/domain/german'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { AccountRow, AccountsDb } from '../schema.ts'
import { listFormer } from '../store/email-changes.ts'
import { toZip } from './zip.ts'

/**
 * `isShadow`: the address belongs to another person; look up by `sub` only. The same holds for an unconfirmed address,
 * except for the mere fact that a mail was sent.
 */
export type Subject = {
  publication: PublicationCode
  sub: string
  email: string
  isShadow: boolean
  isEmailVerified: boolean
  /** Confirmed addresses the account had, each until a date; afterwards they may belong to another person. */
  formerEmails: { email: string; until: Date }[]
}
/** In German, for the reader. `until`: a date or a rule. */
export type Kept = {
  what: string
  reason: string
  until: string
  /** A sentence about a running contract. */
  contract?: string
}

/** The reader's choices when requesting the erasure. */
export type ErasureWishes = { keepsContracts: boolean }

export type PersonalDataSource = {
  /** Unique; a second source of the same name throws. */
  name: string
  /** German heading in the export. */
  title: string
  read: (subject: Subject) => Promise<unknown>
  /** Data that must be kept, shown before the reader decides. */
  listKept?: (subject: Subject) => Promise<Kept[]>
  /** Idempotent. */
  erase: (subject: Subject) => Promise<void>
  /** An erasure was requested: ends contracts and the like. Idempotent. */
  announceErasure?: (subject: Subject, wishes: ErasureWishes) => Promise<void>
  /** The request was undone. Idempotent. */
  takeBackErasure?: (subject: Subject) => Promise<void>
  /** After the owner took the account back: drops data that an intruder's session may have opened (`opened.ts`). */
  dropOpened?: (subject: Subject) => Promise<void>
}

export type Privacy = ReturnType<typeof createPrivacy>

export function createPrivacy({ db, now }: { db: AccountsDb; now: () => Date }) {
  const sources = new Map<string, PersonalDataSource>()
  const toSubject = async (account: AccountRow): Promise<Subject> => ({
    publication: account.mandator as PublicationCode,
    sub: account.id,
    email: account.email,
    isShadow: account.is_shadow,
    isEmailVerified: account.email_verified_at !== null,
    formerEmails: account.is_shadow ? [] : await listFormer(db, account),
  })

  return {
    register(source: PersonalDataSource): void {
      if (sources.has(source.name)) throw new Error(`There is already a source "${source.name}"`)
      sources.set(source.name, source)
    },

    async exportData(account: AccountRow): Promise<{ fileName: string; zip: Buffer }> {
      const subject = await toSubject(account)
      const parts: { name: string; title: string; data: unknown }[] = []
      for (const { name, title, read } of sources.values())
        parts.push({ name, title, data: toPlain(await read(subject)) })
      const at = now()
      const { publication: code } = subject
      const publication = publicationOf(code).name
      const json = {
        publication,
        createdAt: at.toISOString(),
        data: Object.fromEntries(parts.map(({ name, data }) => [name, data])),
      }
      const zip = toZip(
        [
          { name: 'daten.json', text: `${JSON.stringify(json, null, 2)}\n` },
          { name: 'daten.html', text: toPage(publication, at, parts) },
        ],
        at,
      )
      return { fileName: `meine-daten-${code}-${at.toISOString().slice(0, 10)}.zip`, zip }
    },

    async listKept(account: AccountRow): Promise<Kept[]> {
      const subject = await toSubject(account)
      const lists = await Promise.all(
        [...sources.values()].map(async (source) => (await source.listKept?.(subject)) ?? []),
      )
      return lists.flat()
    },

    /** Called before the request is saved, so that the mail about it can name the ended contracts. */
    async announceErasure(account: AccountRow, wishes: ErasureWishes): Promise<void> {
      const subject = await toSubject(account)
      for (const source of sources.values()) await source.announceErasure?.(subject, wishes)
    },

    async takeBackErasure(account: AccountRow): Promise<void> {
      const subject = await toSubject(account)
      for (const source of sources.values()) await source.takeBackErasure?.(subject)
    },

    async dropOpened(account: AccountRow): Promise<void> {
      const subject = await toSubject(account)
      for (const source of sources.values()) await source.dropOpened?.(subject)
    },

    /** Erases the data of all sources; the caller erases the account. Returns the kept data. */
    async erase(account: AccountRow): Promise<Kept[]> {
      const kept = await this.listKept(account)
      const subject = await toSubject(account)
      for (const source of sources.values()) await source.erase(subject)
      return kept
    },

    toErasureId: (): string => createHash('sha256').update(randomUUID()).digest('hex').slice(0, 32),
  }
}

/** Converts to plain JSON values: dates as text, no undefined values. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown
}

function toPage(publication: string, at: Date, parts: readonly { title: string; data: unknown }[]): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ihre Daten · ${escape(publication)}</title>
<style>body{font:16px/1.5 Georgia,serif;max-width:50rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:.5rem 0 1rem}th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}th{font-weight:600;background:#f4f4f2}</style></head>
<body><main><h1>Ihre Daten · ${escape(publication)}</h1><p>Erstellt am ${escape(formatDateTime(at))}. Dieselben Daten stehen maschinenlesbar in daten.json.</p>
${parts.map(({ title, data }) => `<h2>${escape(title)}</h2>\n${toTable(data)}`).join('\n')}
</main></body></html>
`
}

function toTable(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return '<p>Nichts gespeichert.</p>'
  if (Array.isArray(value)) return `<ol>${value.map((item) => `<li>${toTable(item)}</li>`).join('')}</ol>`
  if (typeof value === 'object') {
    const rows = Object.entries(value).map(
      ([name, inner]) => `<tr><th>${escape(name)}</th><td>${toTable(inner)}</td></tr>`,
    )
    return rows.length === 0 ? '<p>Nichts gespeichert.</p>' : `<table>${rows.join('')}</table>`
  }
  return escape(
    value === true
      ? 'ja'
      : value === false
        ? 'nein'
        : typeof value === 'number'
          ? String(value)
          : typeof value === 'string'
            ? value
            : '',
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
