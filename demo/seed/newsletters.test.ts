import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, type Newsletter } from '@lokalteil/contracts/content'
import { MAILBOX, type MailboxEntry } from '@lokalteil/contracts/mail'
import { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import { NEWSLETTER_CONSENT, parseRhythm } from '@lokalteil/domain/reading/newsletters'
import { type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { fillContent } from '@lokalteil/services/content/content.testing'
import { toDemoContent } from '../demo.testing.ts'
import type { Database } from '@lokalteil/services/platform/database'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createMailService, type MailService } from '@lokalteil/services/mail/app'
import { createNewsletterService, type NewsletterService } from '@lokalteil/services/newsletters/app'

const KEY = 'a-service-key-for-tests'
const ORIGINS = {
  ak: 'https://ak.example',
  fb: 'https://fb.example',
  ht: 'https://ht.example',
  la: 'https://la.example',
}
/** Saturday morning; the next morning's letter comes on Monday at six. */
const NOW = new Date('2026-11-21T09:00:00Z')
const MONDAY_6 = new Date('2026-11-23T05:00:00Z')

describe('newsletters from the demo’s articles into its mailbox', () => {
  let database: Database
  let content: ContentService
  let mail: MailService
  let service: NewsletterService
  let clock = NOW
  const errors: unknown[] = []
  const contentOf = (publication: PublicationCode) =>
    createTestClient(CONTENT, {
      fetch: (request) => content.app.fetch(request),
      base: `http://content.local/${publication}`,
    })
  const clientOf = (publication: PublicationCode) =>
    createTestClient(NEWSLETTER, {
      fetch: (request) => service.app.fetch(request),
      base: `http://newsletter.local/${publication}`,
      headers: { authorization: `Bearer ${KEY}` },
    })
  const listCatalogue = async (publication: PublicationCode): Promise<Newsletter[]> => {
    const found = await contentOf(publication).listNewsletters({})
    return found.ok ? found.data.newsletters : []
  }
  const readMails = async (to: string): Promise<MailboxEntry[]> => {
    await mail.deliverDue()
    const found = await createTestClient(MAILBOX, {
      fetch: (request) => mail.app!.fetch(request),
      base: 'http://mail.local',
    }).listMails({ query: { to } })
    return found.ok ? found.data : []
  }

  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    content = await createContentService({ database, serviceKey: KEY, now: () => clock })
    await fillContent(content, toDemoContent(NOW))
    mail = await createMailService({
      database,
      originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS],
      smtpUrl: null,
      isDemo: true,
      now: () => clock,
    })
    service = await createNewsletterService({
      database,
      serviceKey: KEY,
      secret: 'a secret of more than thirty-two characters',
      contentOf,
      queueMail: mail.queue,
      renderMail: mail.render,
      countMails: mail.countBatch,
      refusals: mail.refusals,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  })
  afterAll(async () => {
    await service.close()
    await mail.close()
    await content.close()
    await database.close()
  })

  it('parses the rhythm of every newsletter', async () => {
    for (const publication of PUBLICATION_CODES) {
      const catalogue = await listCatalogue(publication)
      expect(catalogue.length).toBeGreaterThan(0)
      for (const { rhythm, slug } of catalogue) expect(parseRhythm(rhythm), slug).not.toBeNull()
    }
  })

  it('sends an issue with the two one-click headers, German text and HTML, and teasers only', async () => {
    const reader = { sub: 'eva-1', email: 'eva@example.org', isEmailVerified: true }
    const slug = 'das-wichtigste-am-morgen'
    const subscribed = await clientOf('ak').subscribe({
      params: { slug },
      body: { reader, textVersion: NEWSLETTER_CONSENT.version, requester: 'eva' },
    })
    expect(subscribed.ok).toBe(true)
    await service.runDue()
    expect(await readMails(reader.email)).toEqual([])
    clock = MONDAY_6
    await service.runDue()
    const mails = await readMails(reader.email)
    expect(mails).toHaveLength(1)
    const { headers, html, text, subject } = mails[0]!
    expect(headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/ak\.example\/api\/newsletter\/unsubscribe\?token=[\w.-]+>$/,
    )
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(subject).toMatch(/^Das Wichtigste am Morgen: ./)
    for (const part of [html, text]) expect(part).toContain('23. November 2026')
    const links = [...new Set(text.match(/https:\/\/ak\.example\/[\w-]+-\d+/g) ?? [])]
    expect(links.length).toBeGreaterThanOrEqual(3)
    const newest = await contentOf('ak').listNewestArticles({})
    const known = newest.ok
      ? newest.data.teasers.map(({ targetPathOrUrl }) => `https://ak.example${targetPathOrUrl}`)
      : []
    expect(known).toEqual(expect.arrayContaining(links))
    for (const link of links) expect(html).toContain(link)
    expect(html).not.toMatch(/<script|<link/)
    for (const [, source] of html.matchAll(/<img src="([^"]+)"/g))
      expect(source).toMatch(/^https:\/\/ak\.example\/_ipx\//)
    expect(html).not.toMatch(/Foto: \w+:/)
    expect(errors).toEqual([])
  })

  it('shows every newsletter of every publication to the office', async () => {
    for (const publication of PUBLICATION_CODES) {
      for (const { slug } of await listCatalogue(publication)) {
        const sent = await clientOf(publication).sendTest({
          params: { slug },
          body: { email: 'redaktion@example.org' },
        })
        expect(sent.ok ? sent.data.articleIds.length : sent.problem, `${publication} ${slug}`).toBeGreaterThan(0)
      }
    }
    const mails = await readMails('redaktion@example.org')
    expect(mails.length).toBeGreaterThan(8)
    for (const { subject, text, html, headers } of mails) {
      expect(subject).toMatch(/^Test: /)
      expect(headers).not.toHaveProperty('List-Unsubscribe')
      expect(text + html).not.toMatch(/undefined|\[object|&amp;amp;/)
    }
  })
})
