/** Files of pictures at the door: whom they are served to before and after the end of their rights. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES, OFFICE_MEDIA } from '@lokalteil/contracts/office'
import type { Picture } from '@lokalteil/contracts/content'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { mediaTasksOf } from '@lokalteil/services/office/media/tasks'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

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
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(jpeg)]), 'bild.jpg')
    const sent = new Response(form)
    const answer = await portal.get('/redaktion/api/ak/media', {
      method: 'POST',
      headers: { origin, cookie, 'content-type': sent.headers.get('content-type')! },
      body: new Uint8Array(await sent.arrayBuffer()),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: number; picture: Picture }
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
    const begun = await get(desk().createArticle({ body: { sectionPath: 'politik' } }))
    const draft = {
      ...begun.draft,
      title: 'Der Deich hält',
      picture: { ...picture, ...texts },
      body: [{ type: 'paragraph' as const, html: 'Das Wasser sinkt.' }],
    }
    const params = { id: begun.id }
    const { revision } = await get(desk().saveDraft({ params, body: { base: begun.revision, draft, isKept: true } }))
    const { path } = await get(desk().publish({ params, body: { revision } }))
    const tasks = mediaTasksOf(portal.runtime.office!.context)
    await tasks.runDue()

    const file = picture.baseUrl
    const renditions = [`/_ipx/w_320,f_jpeg,q_70${file}`, `/_ipx/w_640,f_webp,q_75${file}`, `/_ipx/gift${file}`]
    expect(await portal.html(path)).toContain(file)
    for (const rendition of renditions) expect(await ask(rendition)).toEqual([200, 'public, max-age=3600'])
    const card = async () => {
      const answer = await portal.get(`/_karte/${begun.id}.jpg`)
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
    const form = new FormData()
    form.append('file', new Blob([sound]), 'rede.mp3')
    const sent = new Response(form)
    const bytes = new Uint8Array(await sent.arrayBuffer())
    const headers = { origin, 'content-type': sent.headers.get('content-type')! }
    const send = (more: Record<string, string>) =>
      portal.get('/redaktion/api/ak/media/sound', { method: 'POST', headers: { ...headers, ...more }, body: bytes })
    expect((await send({})).status).toBe(401)
    const answer = await send({ cookie })
    expect(answer.status).toBe(201)
    const { src } = (await answer.json()) as { src: string }

    const begun = await get(desk().createArticle({ body: { sectionPath: 'politik' } }))
    const draft = {
      ...begun.draft,
      title: 'Die Rede',
      body: [
        { type: 'paragraph' as const, html: 'Hören Sie selbst.' },
        { type: 'audio' as const, src, mimeType: 'audio/mpeg', title: 'Die Rede', duration: 12, voiceLabel: '' },
      ],
    }
    const params = { id: begun.id }
    const { revision } = await get(desk().saveDraft({ params, body: { base: begun.revision, draft, isKept: true } }))
    const { path } = await get(desk().publish({ params, body: { revision } }))
    expect(await portal.html(path)).toContain(src)
    const part = await portal.get(src, { headers: { range: 'bytes=10-19' } })
    expect(['content-type', 'content-range', 'x-content-type-options'].map((name) => part.headers.get(name))).toEqual([
      'audio/mpeg',
      `bytes 10-19/${sound.length}`,
      'nosniff',
    ])
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.alloc(10, 7)])
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
