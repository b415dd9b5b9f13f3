/**
 * The data layer of analytics (3.12) in a browser: page objects, events of clicks, and readers who are never measured.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantVendors, NO_CONSENT, type Consent } from '@lokalteil/domain/consent/consent'
import { listPageKinds, readContent, type PageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  NATIVE_AGENT,
  openReader,
  originOf,
  storeConsent,
  untilAlive,
  type PublicationCode,
  type Reader,
  untilQuiet,
} from './reader.ts'

type Layer = {
  pageAnalytics?: Record<string, string>
  analyticsState?: {
    authors: object[]
    maintag: object | null
    tags: object[]
    galleryName: string
    mainArticleImage: string
  }
  analyticsTag?: { events: Record<string, string>[] }
}

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

const ANALYTICS = grantVendors({ analytics: true })

async function open(
  consent: Consent | null,
  publication: PublicationCode = 'ak',
  context: object = {},
): Promise<Reader> {
  const reader = await openReader({ isUnasked: true, publication, context })
  if (consent !== null) await storeConsent(reader.context, consent, originOf(publication))
  return reader
}
const layerOf = (page: Page): Promise<Layer> =>
  page.evaluate(
    () =>
      JSON.parse(
        JSON.stringify({
          pageAnalytics: window.pageAnalytics,
          analyticsState: window.analyticsState,
          analyticsTag: window.analyticsTag,
        }),
      ) as Layer,
  )
const untilHeard = (page: Page, eventName: string) =>
  page.waitForFunction(
    (name) => (window as Layer).analyticsTag?.events.some((event) => event.eventName === name),
    eventName,
  )
const eventOf = async (page: Page, eventName: string) => {
  await untilHeard(page, eventName)
  return (await layerOf(page)).analyticsTag!.events.findLast((event) => event.eventName === eventName)!
}
async function visit(page: Page, path: string): Promise<Record<string, string>> {
  await page.goto(path)
  await page.waitForFunction(() => (window as Layer).pageAnalytics !== undefined)
  return (await layerOf(page)).pageAnalytics!
}

describe('the page object', () => {
  it(
    'R3.12-03 R3.12-04 R2.7-01 R2.7-02 R2.7-03 R2.7-04 R2.7-05 R2.7-06 R2.7-07 R2.7-08 R2.7-09 R2.7-10 R2.7-11 R2.7-12 R1-04 exists on every kind of page, with its publication',
    { timeout: 90_000 },
    async () => {
      const { page, errors, leave } = await open(ANALYTICS)
      const types: [string | undefined, string][] = [
        ['/', 'Homepage'],
        [kinds.article, 'Artikelseiten'],
        [kinds.tag, 'Themenseiten'],
        [kinds.author, 'Autorenprofile'],
        ['/suche?q=Hafen', 'Suchergebnisseiten'],
        ['/themen', 'Topicspage'],
        [kinds.topic, 'Topicpage'],
        ['/gutscheine', 'CouponList'],
        ['/schlagzeilen', 'HeadlinesPage'],
        ['/autoren', 'Autorenubersichtsseite'],
        ['/testberichte', 'Testberichtubersichtsseite'],
        [kinds['test report'], 'Testberichtsseite'],
      ]
      for (const [path, type] of types) {
        const object = await visit(page, path!)
        expect([path, object.pageType, object.mandator]).toEqual([path, type, 'ak'])
        expect(object.pageName).not.toBe('')
      }
      expect(await visit(page, '/suche/2?q=Hafen')).toMatchObject({
        searchTerms: 'Hafen',
        pagination: '2',
        noOfResults: expect.stringMatching(/^[1-9]\d*$/),
      })
      expect((await visit(page, kinds.tag!)).tagId).not.toBe('')
      expect(errors).toEqual([])
      await leave()
      const other = await open(ANALYTICS, 'fb')
      expect(await visit(other.page, '/')).toMatchObject({
        mandator: 'fb',
        pageName: expect.stringContaining('Flussbote'),
      })
      await other.leave()
    },
  )

  it.each([
    [
      'a phone',
      { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1' },
      'Mobile',
    ],
    ['a desk', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }, 'Online'],
  ])('R9-51 S9-10 classifies the device %s by its user agent', async (_what, context, device) => {
    const { page, leave } = await open(ANALYTICS, 'ak', context)
    expect((await visit(page, '/')).device).toBe(device)
    await leave()
  })

  it('R2.7-13 marks a legal page', async () => {
    const { page, leave } = await open(ANALYTICS)
    expect((await visit(page, '/agb')).pageType).toBe('Legalseite')
    await leave()
  })

  it('R3.12-05 R3.12-07 R3.12-08 R3.12-09 has dates, counts and subjects of an article, for a locked one those of the full text', async () => {
    const { page, leave } = await open(ANALYTICS)
    for (const path of [kinds.article!, kinds['paid article']!]) {
      const object = await visit(page, path)
      const { publishDate, wordCount, tags } = await readContent<{
        publishDate: string
        wordCount: number
        tags: { displayName: string }[]
      }>(`articles/${/\d+$/.exec(path)![0]}`)
      expect(object).toMatchObject({
        originalPublishUnixtime: String(Math.floor(Date.parse(publishDate) / 1000)),
        originalPublishDate: new Date(publishDate).toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin' }),
        articleWordCount: String(wordCount),
        articleParagraphCount: expect.stringMatching(/^[1-9]\d*$/),
        articleNumberOfSocialWidgets: expect.stringMatching(/^\d+$/),
        imTopics: tags.map(({ displayName }) => displayName).join(','),
        imConceptIDs: '',
      })
      expect((await layerOf(page)).analyticsState!.tags).toHaveLength(tags.length)
    }
    await leave()
  })

  it('R3.12-06 names the gallery of an article', async () => {
    const { page, leave } = await open(ANALYTICS)
    const object = await visit(page, kinds.gallery!)
    expect([object.galleryId, object.galleryName]).toEqual([
      expect.stringMatching(/./),
      (await layerOf(page)).analyticsState!.galleryName,
    ])
    await leave()
  })
})

describe('events', () => {
  it(
    'R3.12-01 R2.9-16 S2.9-06 record clicks on menu, teaser, author, topic, and a link in a paragraph',
    { timeout: 90_000 },
    async () => {
      const { page, leave } = await open(ANALYTICS)
      await page.goto('/lokales')
      await untilHeard(page, 'page_view_end')
      const teaser = page.locator('main article[data-document]').nth(2)
      const link = teaser.locator(':is(h2, h3) a')
      const [title, id, size] = [
        // The page binds a number to its unit with a no-break space; the event has plain text.
        (await link.innerText()).replaceAll('\u00a0', ' '),
        await teaser.getAttribute('data-document'),
        await teaser.getAttribute('data-size'),
      ]
      await link.click()
      expect(await eventOf(page, 'click_teaser')).toMatchObject({
        teaserId: id,
        teaserTitle: title,
        teaserSize: size,
        teaserPosition: '3',
        contentType: expect.stringMatching(/^[a-zA-Z]+$/),
        linkTarget: expect.stringMatching(new RegExp(`^http://.*-${id}$`)),
        documentId: '',
      })
      await page.waitForURL(`**-${id}`)
      await page.waitForFunction(
        (wanted) =>
          (window as Layer).analyticsTag!.events.some(
            (event) => event.eventName === 'page_view_end' && event.documentId === wanted,
          ),
        id,
      )

      await page.locator('#navigation a').nth(3).click()
      expect(await eventOf(page, 'click_menu')).toMatchObject({
        clickedMenuItem: await page.locator('#navigation a').nth(3).innerText(),
        clickedMenuType: 'main',
        linkTarget: expect.stringContaining('http'),
      })

      await page.goto(kinds.article!)
      await untilHeard(page, 'page_view_end')
      // Clicks do not navigate here; only their events are tested.
      await page.evaluate(() =>
        document.addEventListener('click', (event) => event.preventDefault(), { capture: true }),
      )
      const paragraph = page.locator('#article p').first()
      await paragraph.evaluate((element) => {
        const marked = element.closest('[data-paragraph]') ?? document.querySelector('[data-paragraph]')!
        marked.insertAdjacentHTML('beforeend', ' <a href="/sport?link-token=geheim" id="in-text">Sport</a>')
      })
      await page.locator('#in-text').click()
      expect(await eventOf(page, 'click_article_link')).toEqual({
        eventName: 'click_article_link',
        linkTarget: `${originOf()}/sport`,
        documentId: /\d+$/.exec(kinds.article!)![0],
      })
      await page.locator('#article [data-topics] a').first().click()
      expect((await eventOf(page, 'click_topic')).topicName).toBe(
        await page.locator('#article [data-topics] a').first().innerText(),
      )
      await page.locator('#article a[href^="/autor/"]').first().click()
      expect(await eventOf(page, 'click_author')).toMatchObject({
        authorName: await page.locator('#article a[href^="/autor/"]').first().innerText(),
        documentId: /\d+$/.exec(kinds.article!)![0],
      })
      expect(JSON.stringify((await layerOf(page)).analyticsTag)).not.toContain('geheim')
      await leave()
    },
  )

  it('S2.9-06 R1-46 wait for consent: sent after a yes, dropped after a no', { timeout: 60_000 }, async () => {
    for (const [answer, isTold] of [
      ['Alle akzeptieren', true],
      ['Alle ablehnen', false],
    ] as const) {
      const { page, leave } = await open(null)
      const settings: string[] = []
      page.on('request', (request) => request.url().includes('/api/settings') && settings.push(request.url()))
      await page.goto('/')
      await page.locator('[data-consent-banner]').waitFor()
      await page.waitForFunction(() => (window as Layer).pageAnalytics !== undefined)
      await page.locator('#navigation a').nth(2).click()
      await untilAlive(page)
      expect([(await layerOf(page)).analyticsTag, settings]).toEqual([undefined, []])
      await page.getByRole('button', { name: answer, exact: true }).click()
      if (isTold) expect((await eventOf(page, 'click_menu')).clickedMenuType).toBe('main')
      else {
        await page.waitForTimeout(1500)
        expect((await layerOf(page)).analyticsTag).toBeUndefined()
      }
      await leave()
    }
  })
})

it('R4.8-16 R1-52 S1-12 S1-03 no reader is measured in the native app, in the local edition, or after a refusal', async () => {
  const readers = [open(ANALYTICS, 'ak', { userAgent: NATIVE_AGENT }), open(ANALYTICS, 'la'), open(NO_CONSENT)]
  for (const { page, leave } of await Promise.all(readers)) {
    await page.goto('/')
    await untilAlive(page)
    await untilQuiet(page, 1200)
    expect(
      await page.evaluate(() => ['pageAnalytics', 'analyticsState', 'analyticsTag'].filter((name) => name in window)),
    ).toEqual([])
    await leave()
  }
})
