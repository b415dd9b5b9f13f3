import type { ArticleDraft, Picture } from '@lokalteil/contracts/content'
import type { Medium } from '@lokalteil/contracts/office'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, openTestArticles, PUBLICATION, refusalOf, type PersonName } from '../articles/articles.testing.ts'
import { plansOf } from '../articles/plans.ts'
import { toTestDraft } from '../articles/records.testing.ts'
import { lookForEnded, mediaTasksOf } from './tasks.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const text = (html: string) => ({ type: 'paragraph' as const, html })

describe.each(ENGINES)('pictures of the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestArticles>>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestArticles(opened.database)
  })
  beforeEach(() => test.reset())
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  const as = (person: PersonName) => test.as(person)
  const at = (milliseconds: number) => new Date(test.office.now().getTime() + milliseconds).toISOString()
  /** A picture of a colour of its own. */
  const draw = (red: number, width = 400, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 40 } } })
      .jpeg()
      .toBuffer()

  async function upload(
    red: number,
    person: PersonName = 'mara',
    name?: string,
  ): Promise<{ id: number; picture: Picture }> {
    const { status, body } = await test.upload(person, await draw(red), name === undefined ? {} : { name })
    expect(status).toBe(201)
    return body as { id: number; picture: Picture }
  }
  const read = (id: number): Promise<Medium> => get(as('mara').getMedium({ params: { id } }))
  type Change = Partial<Pick<Picture, 'altText' | 'caption' | 'credit'>> & {
    focus?: Picture['focus'] | null
    rights?: Partial<Medium['rights']>
    isCarried?: boolean
    version?: number
  }
  function save(medium: Medium, { rights = {}, ...change }: Change, person: PersonName = 'nele') {
    const { altText, caption, credit, focus = null } = medium.picture
    const { version } = medium
    return as(person).saveMedium({
      params: { id: medium.id },
      body: {
        version,
        altText,
        caption,
        credit,
        focus,
        isCarried: false,
        ...change,
        rights: { ...medium.rights, ...rights },
      },
    })
  }
  /** Rights that end in an hour. */
  const endSoon = async (id: number, rights: Partial<Medium['rights']> = {}) =>
    get(save(await read(id), { rights: { until: at(HOUR), ...rights } }))
  async function begin(change: Partial<ArticleDraft>, isOnline = true) {
    const { id } = await get(as('nele').createArticle({ body: { sectionPath: change.sectionPath ?? 'lokales' } }))
    const draft = toTestDraft(change)
    const { revision } = await get(as('nele').saveDraft({ params: { id }, body: { base: 1, draft, isKept: true } }))
    if (isOnline) await get(as('nele').publish({ params: { id }, body: { revision } }))
    return { id, revision, draft }
  }
  const online = (id: string) => test.content.articles.get(id)!
  const article = (id: string) => get(as('nele').getArticle({ params: { id } }))
  const work = () => mediaTasksOf(test.office).runDue()
  const credited = (picture: Picture): Picture => ({ ...picture, credit: 'Foto: Vogt', altText: 'Ein Deich' })
  const list = async (query: { q?: string; auswahl?: 'rechte-enden' | 'ohne-urheber' } = {}) =>
    (await get(as('mara').listMedia({ query }))).media.map(({ id }) => id)

  describe('the library', () => {
    it('lists uploads with their person and file name', async () => {
      const { id, picture } = await upload(200, 'mara', 'Möwen am Deich.JPG')
      expect(await read(id)).toMatchObject({
        version: 1,
        picture,
        fileName: 'Möwen am Deich.JPG',
        uploadedBy: { id: 'mara', name: 'Mara Voss' },
        rights: { holder: '', terms: '', until: null, mayBeCut: true, staysInArchive: false },
        state: 'valid',
        uses: [],
        useCount: 0,
        isElsewhere: false,
        task: null,
      })
      expect([...test.files.keys()]).toEqual([picture.baseUrl.slice(1)])
      expect(test.audit).toMatchObject([{ act: 'uploadPicture', target: `Bild ${id}`, by: 'mara' }])
      expect(await test.listEvents()).toContain(`media ${id}`)
    })

    it('a recording is stored under its digest, answered with its address, and is no picture of the library', async () => {
      const sound = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.from('Rede')])
      const { status, body } = await test.upload('mara', sound, { name: 'Rede.mp3', at: '/media/sound' })
      const { src } = body as { src: string }
      expect([status, src]).toEqual([201, expect.stringMatching(/^\/_media\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\.mp3$/)])
      expect([...test.files]).toEqual([[src.replace('/_media/', ''), sound]])
      expect(await list()).toEqual([])
      expect(test.audit).toMatchObject([
        { act: 'uploadSound', target: `Ton ${src}`, by: 'mara', after: { bytes: 14, fileName: 'Rede.mp3' } },
      ])
    })

    it('a document is stored under its digest and its name, and answered with its address and size', async () => {
      const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
      const { status, body } = await test.upload('mara', pdf, { name: 'Haushalt 2027.pdf', at: '/media/document' })
      const { src } = body as { src: string }
      expect([status, body]).toEqual([
        201,
        {
          src: expect.stringMatching(/^\/_media\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\/haushalt-2027\.pdf$/),
          bytes: pdf.length,
        },
      ])
      expect([...test.files]).toEqual([[src.replace('/_media/', ''), pdf]])
      expect(await list()).toEqual([])
      expect(test.audit).toMatchObject([
        { act: 'uploadDocument', target: `PDF ${src}`, by: 'mara', after: { fileName: 'Haushalt 2027.pdf' } },
      ])
    })

    it('the same file again is the same picture, with its texts', async () => {
      const first = await upload(200)
      await get(save(await read(first.id), { credit: 'Foto: Stein' }))
      const [again, other] = await Promise.all([upload(200, 'jonas'), upload(10)])
      expect([again.id, again.picture.credit]).toEqual([first.id, 'Foto: Stein'])
      expect(other.id).not.toBe(first.id)
      const twins = await Promise.all([upload(77), upload(77, 'jonas')])
      expect(twins[0].id).toBe(twins[1].id)
    })

    it('is listed newest first, page by page', async () => {
      const ids: number[] = []
      for (let red = 0; red < 3; red++) ids.unshift((await upload(red * 30)).id)
      await sql`
        insert into office.media (publication, base_url, width, height, alt_text, caption, credit, written, file_name, created_at,
          created_by, created_by_name, search_text)
        select ${PUBLICATION}, '/import/' || n || '.jpg', 4, 3, '', '', 'x', '{}', '', now(), 'mara', 'Mara', '' from generate_series(1, 40) n`.execute(
        test.office.db,
      )
      await sql`
        insert into office.media_rights (media_id, publication, holder, terms, may_be_cut, stays_in_archive)
        select id, publication, '', '', true, false from office.media m
        where not exists (select from office.media_rights r where r.media_id = m.id)`.execute(test.office.db)
      const first = await get(as('mara').listMedia({ query: {} }))
      expect([first.media.length, first.next]).toEqual([40, first.media.at(-1)!.id])
      const second = await get(as('mara').listMedia({ query: { after: first.next! } }))
      expect(second.media.map(({ id }) => id)).toEqual(ids)
      expect(second.next).toBeNull()
    })

    it('is searched in caption, credit, holder and file name', async () => {
      const [dike, gull, third] = [await upload(10), await upload(20), await upload(30, 'mara', 'DSC_4711.jpg')]
      await get(save(await read(dike.id), { caption: 'Der Deich bei Tannau', credit: 'Lena Vogt/dpa' }))
      await get(save(await read(gull.id), { altText: 'Möwen', rights: { holder: 'Archiv Müller' } }))
      expect(await list({ q: 'deiche' })).toEqual([dike.id])
      expect(await list({ q: 'vogt' })).toEqual([dike.id])
      expect(await list({ q: 'archiv muel' })).toEqual([gull.id])
      expect(await list({ q: 'dsc 4711' })).toEqual([third.id])
      expect(await list({ q: '" | :*' })).toHaveLength(3)
      expect(await list({ auswahl: 'ohne-urheber' })).toEqual([third.id, gull.id])
    })

    it('names rights that end within a day or ended within one, the earliest first', async () => {
      const ids = [await upload(10), await upload(20), await upload(30), await upload(40)].map(({ id }) => id)
      for (const [index, until] of [at(23 * HOUR), at(2 * HOUR), at(25 * HOUR), null].entries())
        await get(save(await read(ids[index]!), { rights: { until } }))
      expect(await list({ auswahl: 'rechte-enden' })).toEqual([ids[1], ids[0]])
      test.later(3 * HOUR)
      expect(await list({ auswahl: 'rechte-enden' })).toEqual([ids[1], ids[0], ids[2]])
      expect((await read(ids[1]!)).state).toBe('ended')
      test.later(2 * DAY)
      expect(await list({ auswahl: 'rechte-enden' })).toEqual([])
    })

    it('learns credit and caption from the first article that is published with the picture', async () => {
      const { id, picture } = await upload(200)
      await begin({ picture: { ...credited(picture), caption: 'Am Deich' } })
      expect((await read(id)).picture).toMatchObject({
        credit: 'Foto: Vogt',
        caption: 'Am Deich',
        altText: 'Ein Deich',
      })
      await begin({ picture: { ...credited(picture), credit: 'Foto: Jemand anders' } })
      expect((await read(id)).picture.credit).toBe('Foto: Vogt')
    })

    it('says which articles show a picture, online or only in the draft', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ title: 'Aufmacher', picture: credited(picture) })
      const inText = await begin({ body: [text('Eins.'), { type: 'image', picture: credited(picture) }] })
      const draft = await begin({ title: 'Entwurf', picture: credited(picture) }, false)
      const { uses, useCount } = await read(id)
      expect(uses.map((use) => [use.article.id, use.isOnline, use.isLead])).toEqual([
        [shown.id, true, true],
        [inText.id, true, false],
        [draft.id, false, false],
      ])
      expect(useCount).toBe(3)
      test.content.silent.add('listMediaUses')
      expect(await refusalOf(as('mara').getMedium({ params: { id } }))).toBe('503 UNAVAILABLE')
    })

    it('takes in a picture of an imported article, so that it has rights; refuses a file that no article uses', async () => {
      const picture = credited({
        ...(await upload(10)).picture,
        baseUrl: '/import/bb/agentur.jpg',
        caption: 'Von der dpa',
      })
      const adopt = (given: Picture) => as('mara').adoptPicture({ body: { picture: given } })
      expect(await refusalOf(adopt(picture))).toBe('404 NOT_FOUND')
      expect(await refusalOf(adopt({ ...picture, baseUrl: 'https://fremd.example/a.jpg' }))).toBe('404 NOT_FOUND')
      test.content.importArticle('4711', toTestDraft({ picture }))
      const [first, again] = [await get(adopt(picture)), await get(adopt(picture))]
      expect(again).toEqual(first)
      expect(await read(first.id)).toMatchObject({ picture, fileName: 'agentur.jpg', uses: [] })
      await endSoon(first.id)
      test.later(HOUR)
      await work()
      expect(online('4711').draft.picture).toBeNull()
    })

    it('is of one publication', async () => {
      const { id } = await upload(200)
      const other = await sql<{
        count: number
      }>`select count(*)::int as count from office.media where publication = 'fb'`.execute(test.office.db)
      expect(other.rows[0]!.count).toBe(0)
      expect(await refusalOf(as('ute').getMedium({ params: { id: id + 1000 } }))).toBe('404 NOT_FOUND')
    })
  })

  describe('a change', () => {
    it('is refused after a faster change', async () => {
      const { id } = await upload(200)
      const medium = await read(id)
      const saved = await get(save(medium, { caption: 'Eins' }))
      expect([saved.version, saved.picture.caption]).toEqual([2, 'Eins'])
      expect(await refusalOf(save(medium, { caption: 'Zwei' }, 'jonas'))).toBe('409 CHANGED_MEANWHILE')
      const both = await Promise.all([save(saved, { caption: 'A' }), save(saved, { caption: 'B' }, 'jonas')])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await refusalOf(save(saved, { rights: { until: 'bald' } }))).toMatch(/^400/)
    })

    it('leaves articles as they are, unless it is to be carried to them', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: { ...credited(picture), caption: 'Im Artikel' } })
      const draft = await begin({ body: [text('Eins.'), { type: 'image', picture: credited(picture) }] }, false)
      const before = await get(save(await read(id), { credit: 'Foto: Stein' }))
      await work()
      expect(online(shown.id).draft.picture?.credit).toBe('Foto: Vogt')

      const focus = { x: 20, y: 30 }
      const changed = await get(save(before, { credit: 'Foto: Brandt', focus, isCarried: true }, 'jonas'))
      expect(changed.task).toEqual({ kind: 'texts', failure: null })
      await work()
      expect(online(shown.id).draft.picture).toMatchObject({ credit: 'Foto: Brandt', focus, caption: 'Im Artikel' })
      expect(await article(shown.id)).toMatchObject({ shown: 'online', draft: { picture: { credit: 'Foto: Brandt' } } })
      const after = await article(draft.id)
      expect(after).toMatchObject({ shown: 'never', draft: { body: [{}, { picture: { credit: 'Foto: Brandt' } }] } })
      expect((await read(id)).task).toBeNull()
      expect(
        test.audit.filter(({ act, target }) => act === 'saveMedium' && target.startsWith('Artikel')),
      ).toMatchObject([{ by: 'jonas' }, { by: 'jonas' }])
    })

    it('is carried only by who may publish all the articles', async () => {
      const { id, picture } = await upload(200)
      await begin({ picture: credited(picture) })
      const medium = await read(id)
      const change = { credit: 'Foto: Brandt', isCarried: true }
      expect(await refusalOf(save(medium, change, 'mara'))).toBe('403 NOT_ALLOWED')
      expect(await refusalOf(save(medium, change, 'tim'))).toBe('403 NOT_ALLOWED')
      expect((await read(id)).version).toBe(medium.version)
      expect(await refusalOf(save(medium, { ...change, isCarried: false }, 'mara'))).toBe('ok')
    })
  })

  describe('another file', () => {
    const replace = async (id: number, red: number, person: PersonName = 'jonas') =>
      test.upload(person, await draw(red, 600, 300), {
        name: 'neu.jpg',
        at: `/media/${id}/replace?version=${(await read(id)).version}`,
      })

    it('takes the place of the one before in all articles, whose texts stay', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: { ...credited(picture), focus: { x: 1, y: 2 } } })
      const draft = await begin({ body: [text('Eins.'), { type: 'image', picture: credited(picture) }] }, false)
      const { status, body } = await replace(id, 90)
      expect(status).toBe(200)
      const { baseUrl, width } = (body as Medium).picture
      expect(baseUrl).not.toBe(picture.baseUrl)
      await work()
      expect(online(shown.id).draft.picture).toMatchObject({ baseUrl, width, credit: 'Foto: Vogt' })
      expect(online(shown.id).draft.picture).not.toHaveProperty('focus')
      expect((await article(draft.id)).draft.body[1]).toMatchObject({ picture: { baseUrl } })
      expect(await read(id)).toMatchObject({ fileName: 'neu.jpg', useCount: 2, task: null })
      // The old file still is this picture.
      expect((await upload(200)).id).toBe(id)
    })

    it('is refused for another picture, after a faster change, or without the right to publish', async () => {
      const { id, picture } = await upload(200)
      const { version } = await read(id)
      await test.upload('mara', await draw(90, 600, 300))
      expect(await replace(id, 90)).toMatchObject({ status: 409, body: { code: 'FILE_KNOWN' } })
      await begin({ picture: credited(picture) })
      expect(await replace(id, 120, 'mara')).toMatchObject({ status: 403 })
      const late = { name: 'x.jpg', at: `/media/${id}/replace?version=${version + 7}` }
      expect(await test.upload('jonas', await draw(120), late)).toMatchObject({ status: 409 })
      expect(
        await test.upload('jonas', Buffer.from('<svg/>'), {
          at: `/media/${id}/replace?version=${(await read(id)).version}`,
        }),
      ).toMatchObject({
        status: 415,
      })
    })

    it('has the rights of the picture, and so has the file before it', async () => {
      const { id, picture } = await upload(200)
      await replace(id, 90)
      await endSoon(id)
      test.later(HOUR)
      const next = await begin({ picture: credited(picture) }, false)
      expect((await article(next.id)).checks.obstacles).toEqual(['rightsEnded'])
    })
  })

  describe('a part of it', () => {
    type Part = NonNullable<Medium['cut']>['part']
    const LEFT: Part = { x: 0, y: 0, width: 50, height: 100 }
    const crop = (medium: Medium, part: Part | null, person: PersonName = 'nele') =>
      as(person).cropMedium({ params: { id: medium.id }, body: { version: medium.version, part } })
    /** Red on the left, green on the right. */
    async function uploadTwoColours(): Promise<{ id: number; picture: Picture }> {
      const half = (background: string) =>
        sharp({ create: { width: 200, height: 300, channels: 3, background } })
          .png()
          .toBuffer()
      const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#000' } })
        .composite([
          { input: await half('#c00'), left: 0, top: 0 },
          { input: await half('#0c0'), left: 200, top: 0 },
        ])
        .jpeg()
        .toBuffer()
      return (await test.upload('mara', bytes)).body as { id: number; picture: Picture }
    }
    const colourOf = async ({ baseUrl }: Picture) => {
      const { channels } = await sharp(Buffer.from(test.files.get(baseUrl.slice(1))!)).stats()
      return channels.map(({ mean }) => Math.round(mean / 51))
    }

    it('is shown in all articles, cut again from the whole file, and given up', async () => {
      const { id, picture } = await uploadTwoColours()
      await get(save(await read(id), { focus: { x: 25, y: 50 } }))
      const shown = await begin({ picture: { ...credited(picture), caption: 'Im Artikel' } })
      const left = await get(crop(await read(id), LEFT))
      expect(left).toMatchObject({
        picture: { width: 200, height: 300, focus: { x: 50, y: 50 } },
        cut: { part: LEFT, whole: { baseUrl: picture.baseUrl, width: 400, height: 300 } },
        fileName: 'bild.jpg',
      })
      expect(await colourOf(left.picture)).toEqual([4, 0, 0])
      await work()
      expect(online(shown.id).draft.picture).toMatchObject({
        baseUrl: left.picture.baseUrl,
        width: 200,
        focus: { x: 50, y: 50 },
        caption: 'Im Artikel',
      })

      const right = await get(crop(left, { ...LEFT, x: 50 }))
      expect(await colourOf(right.picture)).toEqual([0, 4, 0])
      expect(right.picture).not.toHaveProperty('focus')
      expect(right.cut?.whole.baseUrl).toBe(picture.baseUrl)

      const whole = await get(crop(right, null))
      expect([whole.picture.baseUrl, whole.picture.width, whole.cut]).toEqual([picture.baseUrl, 400, null])
      await work()
      expect(online(shown.id).draft.picture?.baseUrl).toBe(picture.baseUrl)
      expect(test.audit.filter(({ act }) => act === 'cropMedium').map(({ by }) => by)).toEqual(['nele', 'nele', 'nele'])
    })

    it('is nothing any more when the picture gets another file', async () => {
      const { id } = await uploadTwoColours()
      const { version } = await get(crop(await read(id), LEFT))
      await test.upload('jonas', await draw(90, 600, 300), { at: `/media/${id}/replace?version=${version}` })
      expect((await read(id)).cut).toBeNull()
    })

    it('is refused by rights that forbid to cut, which are refused while a part is shown', async () => {
      const { id, picture } = await uploadTwoColours()
      const free = await read(id)
      const forbidden = await get(save(free, { rights: { mayBeCut: false } }))
      expect(await refusalOf(crop(forbidden, LEFT))).toBe('422 MAY_NOT_BE_CUT')
      expect((await read(id)).picture.baseUrl).toBe(picture.baseUrl)
      expect(test.files.size).toBe(1)
      const cut = await get(crop(await get(save(forbidden, { rights: { mayBeCut: true } })), LEFT))
      expect(await refusalOf(save(cut, { rights: { mayBeCut: false } }))).toBe('422 IS_CUT')
      const whole = await get(crop(cut, null))
      expect(await refusalOf(save(whole, { rights: { mayBeCut: false } }))).toBe('ok')
    })

    type Case = [what: string, part: Part | null, person: PersonName, refusal: string]
    it.each<Case>([
      ['a part too small for a page', { x: 0, y: 0, width: 50, height: 20 }, 'nele', '422 TOO_SMALL'],
      ['a part outside', { x: 0, y: 0, width: 150, height: 20 }, 'nele', '400 BAD_REQUEST'],
      ['a part of nothing', { x: 0, y: 0, width: 0, height: 20 }, 'nele', '400 BAD_REQUEST'],
      ['somebody who may not publish the article', LEFT, 'mara', '403 NOT_ALLOWED'],
      ['somebody of another section', LEFT, 'tim', '403 NOT_ALLOWED'],
    ])('is refused: %s', async (_what, part, person, refusal) => {
      const { id, picture } = await uploadTwoColours()
      await begin({ picture: credited(picture) })
      expect(await refusalOf(crop(await read(id), part, person))).toBe(refusal)
      expect((await read(id)).cut).toBeNull()
    })

    it('is refused after a faster change', async () => {
      const { id } = await uploadTwoColours()
      const medium = await read(id)
      const both = await Promise.all([crop(medium, LEFT), crop(medium, { ...LEFT, x: 50 }, 'jonas')])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await refusalOf(crop(medium, null))).toBe('409 CHANGED_MEANWHILE')
    })

    it('has the rights of the picture', async () => {
      const { id, picture } = await uploadTwoColours()
      const shown = await begin({ picture: credited(picture) })
      await endSoon(id)
      const { picture: part } = await get(crop(await read(id), LEFT))
      await work()
      expect([...test.content.pictureEnds.keys()].toSorted()).toEqual(
        [picture.baseUrl, part.baseUrl].map((baseUrl) => baseUrl.slice(1)).toSorted(),
      )
      test.later(HOUR)
      await work()
      expect(online(shown.id).draft.picture).toBeNull()
    })
  })

  describe('rights', () => {
    it('that have ended block publishing, for a chief too; before their end they do not', async () => {
      const { id, picture } = await upload(200)
      await endSoon(id)
      const begun = await begin({ picture: credited(picture) }, false)
      const params = { id: begun.id }
      expect((await article(begun.id)).checks.obstacles).toEqual([])
      const late = { revision: begun.revision, at: at(2 * HOUR) }
      expect(await refusalOf(as('nele').schedule({ params, body: late }))).toBe('422 OBSTACLES')
      test.later(HOUR)
      const now = { revision: begun.revision, overridesEmbargo: true }
      expect(await refusalOf(as('nele').publish({ params, body: now }))).toBe('422 OBSTACLES')
      await get(save(await read(id), { rights: { until: at(DAY) } }))
      expect(await refusalOf(as('nele').publish({ params, body: now }))).toBe('ok')
    })

    it('that forbid cutting are a hint for a lead picture that pages cut', async () => {
      const { id, picture } = await upload(200)
      await get(save(await read(id), { rights: { mayBeCut: false } }))
      const lead = await begin({ picture: credited(picture) }, false)
      const inText = await begin({ body: [text('Eins.'), { type: 'image', picture: credited(picture) }] }, false)
      expect((await article(lead.id)).checks.hints).toContain('pictureMayNotBeCut')
      expect((await article(inText.id)).checks.hints).not.toContain('pictureMayNotBeCut')
    })

    it('at their end take the picture off the pages: lead picture, block of the text, gallery', async () => {
      const { id, picture } = await upload(200)
      const other = await upload(10)
      const [own, kept] = [credited(picture), credited(other.picture)]
      const lead = await begin({ picture: own })
      const body = await begin({
        picture: kept,
        body: [
          text('Eins.'),
          { type: 'image', picture: own },
          { type: 'gallery', id: 'g', title: 'Am Deich', pictures: [own, kept] },
          text('Zwei.'),
        ],
      })
      await endSoon(id)
      await work()
      expect(online(lead.id).draft.picture).not.toBeNull()

      const updated = online(lead.id).updated
      test.later(HOUR)
      expect(await work()).toBe(1)
      expect(online(lead.id)).toMatchObject({ draft: { picture: null }, updated })
      expect(online(body.id).draft).toMatchObject({
        picture: { baseUrl: kept.baseUrl },
        body: [text('Eins.'), { type: 'gallery', pictures: [{ baseUrl: kept.baseUrl }] }, text('Zwei.')],
      })
      expect(await article(lead.id)).toMatchObject({
        shown: 'online',
        desk: 'ready',
        undoMs: 0,
        draft: { picture: null },
        openNotes: [
          {
            by: { name: 'Bildrechte' },
            text: 'Das Bild „bild.jpg“ ist nicht mehr im Artikel: Seine Rechte sind 28.11., 12:00 abgelaufen.',
          },
        ],
      })
      expect(await read(id)).toMatchObject({ state: 'ended', useCount: 0, task: null })
      expect(test.audit.filter(({ act }) => act === 'endRights').map(({ target, by }) => [target, by])).toEqual([
        [`Artikel ${lead.id}`, ''],
        [`Artikel ${body.id}`, ''],
        [`Bild ${id}`, ''],
      ])
      const { revisions } = await get(as('nele').listRevisions({ params: { id: lead.id } }))
      expect(revisions[0]).toMatchObject({ by: null, kind: 'published' })
    })

    it('leave a later draft a draft, without the picture as well', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      const later = { ...shown.draft, title: 'Noch nicht für Leser' }
      const body = { base: shown.revision, draft: later, isKept: true }
      await get(as('jonas').saveDraft({ params: { id: shown.id }, body }))
      await endSoon(id)
      test.later(HOUR)
      await work()
      expect(online(shown.id).draft).toMatchObject({ title: shown.draft.title, picture: null })
      const after = await article(shown.id)
      expect(after).toMatchObject({ shown: 'changed', desk: 'draft', draft: { title: later.title, picture: null } })
      const published = await get(as('nele').publish({ params: { id: shown.id }, body: { revision: after.revision } }))
      expect(published).toMatchObject({ shown: 'online' })
      expect(online(shown.id).draft).toMatchObject({ title: later.title, picture: null })
    })

    it('a plan stays and shows the article without the picture at its time', async () => {
      const { id, picture } = await upload(200)
      const planned = await begin({ picture: credited(picture) }, false)
      const body = { revision: planned.revision, at: at(2 * HOUR) }
      await get(as('nele').schedule({ params: { id: planned.id }, body }))
      await endSoon(id)
      test.later(HOUR)
      await work()
      expect(await article(planned.id)).toMatchObject({ shown: 'scheduled', draft: { picture: null } })
      test.later(HOUR)
      await plansOf(test.office).runDue()
      expect(online(planned.id).draft.picture).toBeNull()
      expect((await article(planned.id)).shown).toBe('online')
    })

    it('reach an imported article that was never opened in the office', async () => {
      const { id, picture } = await upload(200)
      test.content.importArticle('4711', toTestDraft({ picture: credited(picture) }))
      await endSoon(id)
      test.later(HOUR)
      await work()
      expect(online('4711').draft.picture).toBeNull()
      expect((await article('4711')).openNotes).toHaveLength(1)
    })

    it('that reserve the archive leave the picture in articles that were online before, and only there', async () => {
      const { id, picture } = await upload(200)
      const old = await begin({ picture: credited(picture) })
      const draft = await begin({ picture: credited(picture) }, false)
      await endSoon(id, { staysInArchive: true })
      test.later(HOUR)
      await work()
      expect(online(old.id).draft.picture).not.toBeNull()
      const again = await article(old.id)
      expect(again.checks.obstacles).toEqual([])
      const typo = { ...again.draft, title: 'Deich bei Tannau hielt' }
      const saved = await get(
        as('nele').saveDraft({ params: { id: old.id }, body: { base: again.revision, draft: typo, isKept: true } }),
      )
      await get(as('nele').publish({ params: { id: old.id }, body: { revision: saved.revision } }))
      expect(online(old.id).draft).toMatchObject({ title: typo.title, picture: { baseUrl: picture.baseUrl } })
      expect((await article(draft.id)).checks.obstacles).toEqual(['rightsEnded'])

      // The reservation is taken back.
      await get(save(await read(id), { rights: { staysInArchive: false } }))
      await work()
      expect(online(old.id).draft.picture).toBeNull()
    })

    it('that are longer than planned keep the picture on the pages', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      await get(save(await endSoon(id), { rights: { until: at(3 * HOUR) } }))
      test.later(2 * HOUR)
      await work()
      expect(online(shown.id).draft.picture).not.toBeNull()
      test.later(HOUR)
      await work()
      expect(online(shown.id).draft.picture).toBeNull()
    })

    it('an article that is undone or brought back comes without the picture', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      const withdrawn = await begin({ title: 'Zurückgezogen', picture: credited(picture) })
      await get(as('nele').withdraw({ params: { id: withdrawn.id }, body: { reason: 'Fehler' } }))
      await endSoon(id)
      test.later(HOUR - 60_000)
      const next = { ...shown.draft, picture: null, title: 'Neu' }
      const saved = await get(
        as('nele').saveDraft({ params: { id: shown.id }, body: { base: shown.revision, draft: next, isKept: true } }),
      )
      await get(as('nele').publish({ params: { id: shown.id }, body: { revision: saved.revision } }))
      test.later(60_000)
      await work()
      await get(as('nele').undoPublish({ params: { id: shown.id } }))
      expect(online(shown.id).draft).toMatchObject({ title: shown.draft.title, picture: null })
      await get(as('nele').bringBack({ params: { id: withdrawn.id } }))
      expect(online(withdrawn.id)).toMatchObject({ isRemoved: false, draft: { title: 'Zurückgezogen', picture: null } })
    })
  })

  describe('the job', () => {
    it('goes on in the next process where one died after it had written its plan', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      await endSoon(id)
      test.later(HOUR)
      test.content.silent.add('saveRecord')
      await work()
      expect(online(shown.id).draft.picture).not.toBeNull()
      expect((await read(id)).task).toMatchObject({ kind: 'end', failure: 'STILL_USED' })
      expect(test.takeErrors().length).toBeGreaterThan(0)

      test.content.silent.clear()
      test.later(HOUR)
      const other = test.createOffice()
      await plansOf(other).runDue()
      expect(online(shown.id).draft.picture).toBeNull()
      await mediaTasksOf(other).runDue()
      expect((await read(id)).task).toBeNull()
      const after = await article(shown.id)
      expect([after.shown, after.openNotes.length, after.revision]).toEqual(['online', 1, after.publishedRevision])
    })

    it('an answer that is lost changes nothing twice', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      await endSoon(id)
      test.later(HOUR)
      test.content.silent.add('saveRecord, late')
      await work()
      test.takeErrors()
      test.content.silent.clear()
      test.later(HOUR)
      await plansOf(test.office).runDue()
      await work()
      const { revisions } = await get(as('nele').listRevisions({ params: { id: shown.id } }))
      expect(revisions.filter(({ by }) => by === null)).toHaveLength(1)
      expect(await article(shown.id)).toMatchObject({ shown: 'online', draft: { picture: null } })
    })

    it('an article that readers cannot be shown anew holds up no other, and is tried again', async () => {
      const { id, picture } = await upload(200)
      const shown = await begin({ picture: credited(picture) })
      const broken = await begin({ picture: credited(picture) })
      // The publication gave up the section of the article.
      test.content.articles.set(broken.id, {
        ...online(broken.id),
        draft: { ...online(broken.id).draft, sectionPath: 'aufgegeben' },
      })
      await endSoon(id)
      test.later(HOUR)
      await work()
      expect(online(shown.id).draft.picture).toBeNull()
      expect((await read(id)).task).toEqual({ kind: 'end', failure: 'NOT_COMPLETE' })
      test.later(HOUR)
      await work()
      expect((await article(broken.id)).openNotes).toHaveLength(1)
      test.content.articles.set(broken.id, { ...online(broken.id), draft: { ...broken.draft } })
      test.later(HOUR)
      await work()
      expect(online(broken.id).draft.picture).toBeNull()
      expect((await read(id)).task).toBeNull()
    })

    it('tells the content service the end of all files, ahead of time and again when it changes', async () => {
      const { id, picture } = await upload(200)
      const ends = () => Object.fromEntries(test.content.pictureEnds)
      const name = (baseUrl: string) => baseUrl.slice(1)
      const until = at(HOUR)
      await endSoon(id)
      expect((await read(id)).task).toBeNull()
      await work()
      expect(ends()).toEqual({ [name(picture.baseUrl)]: until })

      const address = `/media/${id}/replace?version=${(await read(id)).version}`
      await test.upload('jonas', await draw(90, 600, 300), { name: 'neu.jpg', at: address })
      await work()
      const { baseUrl } = (await read(id)).picture
      expect(ends()).toEqual({ [name(picture.baseUrl)]: until, [name(baseUrl)]: until })

      // Articles from before keep it, so it is shown on.
      await get(save(await read(id), { rights: { staysInArchive: true } }))
      await work()
      expect(ends()).toEqual({})
      await get(save(await read(id), { rights: { staysInArchive: false } }))
      test.later(HOUR)
      await work()
      expect(Object.keys(ends())).toHaveLength(2)
      await get(save(await read(id), { rights: { until: null } }))
      await work()
      expect(ends()).toEqual({})
      expect((await read(id)).task).toBeNull()
    })

    it('tells it again each hour, and tries until it was heard', async () => {
      const { id } = await upload(200)
      test.content.silent.add('setPictureEnds')
      await endSoon(id)
      await work()
      expect(test.takeErrors()).toHaveLength(1)
      expect((await read(id)).task).toEqual({ kind: 'end', failure: 'CONTENT_UNREACHABLE' })
      test.content.silent.clear()
      test.later(HOUR)
      await work()
      expect(test.content.pictureEnds.size).toBe(1)
      expect((await read(id)).task).toBeNull()
      test.content.pictureEnds.clear()
      await lookForEnded(test.office, [PUBLICATION])
      expect(test.content.pictureEnds.size).toBe(1)
    })

    it('finds pictures that came back after the end of their rights', async () => {
      const { id, picture } = await upload(200)
      await endSoon(id)
      test.later(HOUR)
      await work()
      test.content.importArticle('4712', toTestDraft({ picture: credited(picture) }))
      await work()
      expect(online('4712').draft.picture).not.toBeNull()
      await lookForEnded(test.office, [PUBLICATION])
      await work()
      expect(online('4712').draft.picture).toBeNull()
    })
  })
})
