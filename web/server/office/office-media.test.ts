/** Files of pictures at the door: whom they are served to before and after the end of their rights. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES, OFFICE_MEDIA } from '@lokalteil/contracts/office'
import type { ArticleDraft, DocumentFile, Picture } from '@lokalteil/contracts/content'
import { DEMO_PASSWORD, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { mediaTasksOf } from '@lokalteil/services/office/media/tasks'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { TestReader } from '../reader.testing.ts'

const HOUR = 3_600_000

describe('a picture of the office', () => {
  let portal: TestPortal
  let cookie: string
  let origin: string
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
    origin = `http://ak.localhost:${portal.port}`
    const signedIn = await portal.get('/redaktion/api/session', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: toStaffEmail('desk'), password: DEMO_PASSWORD }),
    })
    const [set = ''] = signedIn.headers.getSetCookie()
    cookie = set.slice(0, set.indexOf(';'))
  }, 240_000)
  afterAll(() => portal.close())

  const desk = () =>
    createTestClient(
      { ...OFFICE_ARTICLES, ...OFFICE_MEDIA },
      {
        base: 'http://office.local/ak',
        fetch: async (request) =>
          portal.get(`/redaktion/api${new URL(request.url).pathname}${new URL(request.url).search}`, {
            method: request.method,
            headers: { origin, 'content-type': 'application/json', cookie },
            ...(request.method === 'GET' ? {} : { body: await request.text() }),
          }),
      },
    )
  async function upload(): Promise<{ id: number; picture: Picture }> {
    const jpeg = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#c40' } })
      .jpeg()
      .toBuffer()
    const answer = await sendFile('/media', jpeg, 'bild.jpg')
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: number; picture: Picture }
  }
  async function sendFile(path: string, bytes: Buffer, name: string, more: Record<string, string> = { cookie }) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const sent = new Response(form)
    return portal.get(`/redaktion/api/ak${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': sent.headers.get('content-type')!, ...more },
      body: new Uint8Array(await sent.arrayBuffer()),
    })
  }
  async function publish(change: Partial<ArticleDraft>): Promise<{ id: string; path: string }> {
    const { id, revision: base, draft } = await get(desk().createArticle({ body: { sectionPath: 'politik' } }))
    const params = { id }
    const body = { base, draft: { ...draft, ...change }, isKept: true }
    const { revision } = await get(desk().saveDraft({ params, body }))
    const { path } = await get(desk().publish({ params, body: { revision } }))
    return { id, path }
  }
  const ask = async (path: string, options: Parameters<TestPortal['get']>[1] = {}) => {
    const answer = await portal.get(path, options)
    await answer.arrayBuffer()
    return [answer.status, answer.headers.get('cache-control')]
  }

  it('is gone for readers when its rights end, in every rendition and on the card, and stays for the office', async () => {
    const { id, picture } = await upload()
    const until = new Date(portal.clock.now.getTime() + HOUR)
    const { version, rights } = await get(desk().getMedium({ params: { id } }))
    const texts = { altText: 'Ein Deich', caption: 'Am Deich', credit: 'Foto: Vogt' }
    await get(
      desk().saveMedium({
        params: { id },
        body: {
          ...texts,
          version,
          focus: null,
          isCarried: false,
          rights: { ...rights, until: until.toISOString() },
        },
      }),
    )
    const { id: articleId, path } = await publish({
      title: 'Der Deich hält',
      picture: { ...picture, ...texts },
      body: [{ type: 'paragraph', html: 'Das Wasser sinkt.' }],
    })
    const tasks = mediaTasksOf(portal.runtime.office!.context)
    await tasks.runDue()

    const file = picture.baseUrl
    const renditions = [`/_ipx/w_320,f_jpeg,q_70${file}`, `/_ipx/w_640,f_webp,q_75${file}`, `/_ipx/gift${file}`]
    expect(await portal.html(path)).toContain(file)
    for (const rendition of renditions) expect(await ask(rendition)).toEqual([200, 'public, max-age=3600'])
    const card = async () => {
      const answer = await portal.get(`/_karte/${articleId}.jpg`)
      return { kept: answer.headers.get('cache-control'), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const before = await card()
    expect(before.kept).toBe('public, max-age=3600')

    portal.clock.now = until
    for (const page of [path, '/', '/politik', '/sitemap.xml']) expect(await portal.html(page)).not.toContain(file)
    for (const rendition of renditions) {
      expect(await ask(rendition)).toEqual([410, 'no-store'])
      expect(await ask(rendition, { headers: { cookie: '__Host-office=nobody; office=nobody' } })).toEqual([
        410,
        'no-store',
      ])
      expect(await ask(rendition, { headers: { cookie } })).toEqual([200, 'private, no-store'])
    }
    // Another publication did not say that its rights end.
    expect((await ask(renditions[0]!, { publication: 'fb' }))[0]).toBe(200)
    expect((await card()).bytes.equals(before.bytes)).toBe(false)

    await tasks.runDue()
    expect(await portal.html(path)).not.toContain(file)
  })

  it('and a recording that is uploaded is played to readers of the article, from any place in it', async () => {
    const sound = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(200, 7)])
    expect((await sendFile('/media/sound', sound, 'rede.mp3', {})).status).toBe(401)
    const answer = await sendFile('/media/sound', sound, 'rede.mp3')
    expect(answer.status).toBe(201)
    const { src } = (await answer.json()) as { src: string }

    const { path } = await publish({
      title: 'Die Rede',
      body: [
        { type: 'paragraph', html: 'Hören Sie selbst.' },
        { type: 'audio', src, mimeType: 'audio/mpeg', title: 'Die Rede', duration: 12, voiceLabel: '' },
      ],
    })
    expect(await portal.html(path)).toContain(src)
    const part = await portal.get(src, { headers: { range: 'bytes=10-19' } })
    expect(['content-type', 'content-range', 'x-content-type-options'].map((name) => part.headers.get(name))).toEqual([
      'audio/mpeg',
      `bytes 10-19/${sound.length}`,
      'nosniff',
    ])
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.alloc(10, 7)])
  })

  it('and a PDF that is uploaded is a download, which of a paid text only its readers get', async () => {
    const uploadPdf = async (words: string) => {
      const pdf = Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`)
      expect((await sendFile('/media/document', pdf, 'Haushalt 2027.pdf', {})).status).toBe(401)
      const answer = await sendFile('/media/document', pdf, 'Haushalt 2027.pdf')
      expect(answer.status).toBe(201)
      return { ...((await answer.json()) as DocumentFile), pdf }
    }
    const publishPdf = (contentRestriction: 'free' | 'paid', { src, bytes }: DocumentFile) =>
      publish({
        title: 'Der Haushalt',
        contentRestriction,
        body: [
          { type: 'paragraph', html: 'Der Rat hat ihn beschlossen.' },
          { type: 'document', src, title: 'Haushaltsplan', bytes },
        ],
      })

    const free = await uploadPdf('offen')
    const { path } = await publishPdf('free', free)
    expect(await portal.html(path)).toContain(`href="${free.src}"`)
    const answer = await portal.get(free.src)
    expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, free.pdf])
    expect(
      ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options', 'cache-control'].map(
        (name) => answer.headers.get(name),
      ),
    ).toEqual([
      'application/pdf',
      'attachment; filename="haushalt-2027.pdf"',
      "default-src 'none'; sandbox",
      'nosniff',
      'public, max-age=31536000, immutable',
    ])
    for (const other of [free.src.replace('haushalt', 'anders'), `${free.src}/x`, free.src.replace(/\/[^/]*$/, '.pdf')])
      expect([other, (await portal.get(other)).status]).toEqual([other, 404])

    const paid = await uploadPdf('bezahlt')
    const { id, path: paidPath } = await publishPdf('paid', paid)
    for (const name of ['anonymous', 'free', 'wallet'] as const) {
      const reader = new TestReader(portal)
      if (name !== 'anonymous') await reader.login(toDemoEmail(name))
      const sent = await Promise.all(
        [paidPath, `/api/articles/${id}/body`, `/__proxy_content_api/v5/articles/${id}`, '/rss'].map(async (address) =>
          (await reader.ask(address)).text(),
        ),
      )
      expect([name, sent.filter((text) => /haushalt-2027|Haushaltsplan/.test(text))]).toEqual([name, []])
      expect([name, (await reader.ask(paid.src)).status]).toEqual([name, 403])
    }
    for (const how of [{ publication: 'fb' }, { method: 'HEAD' }, { headers: { range: 'bytes=0-9' } }] as const)
      expect([how, (await portal.get(paid.src, how)).status]).toEqual([how, 403])
    expect((await portal.get(`${paid.src}?e=9999999999&s=${'0'.repeat(64)}`)).status).toBe(403)

    const plus = new TestReader(portal)
    await plus.login(toDemoEmail('plus'))
    const signed = new RegExp(`href="(${paid.src}\\?e=\\d+&amp;s=[0-9a-f]{64})"`).exec(
      await (await plus.ask(paidPath)).text(),
    )![1]!
    const download = await portal.get(signed.replace('&amp;', '&'))
    expect([download.status, Buffer.from(await download.arrayBuffer())]).toEqual([200, paid.pdf])
    expect(['content-disposition', 'cache-control'].map((name) => download.headers.get(name))).toEqual([
      'attachment; filename="haushalt-2027.pdf"',
      'private, max-age=3600',
    ])
  })

  it('of a paid text is seen by the office without a signed address', async () => {
    mkdirSync(join(portal.dataDir, 'pictures', 'demo'), { recursive: true })
    await sharp({ create: { width: 800, height: 450, channels: 3, background: '#456' } })
      .jpeg()
      .toFile(join(portal.dataDir, 'pictures', 'demo', 'g.jpg'))
    const path = '/_ipx/w_320,f_jpeg,q_70/demo/g.jpg'
    expect(await ask(path)).toEqual([403, 'no-store'])
    expect(await ask(path, { headers: { cookie } })).toEqual([200, 'private, no-store'])
  })
})
