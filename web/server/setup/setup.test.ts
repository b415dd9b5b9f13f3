import { createServer, request as ask, type Server } from 'node:http'
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runPublication } from '@lokalteil/services/publications/cli'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { isFromHere } from '../http/from-here.ts'
import { createSetup, type ApplyFolder, type Setup } from './setup.ts'

const ANSWERS = {
  name: 'Märkischer Musterbote',
  region: 'Musterstadt',
  colour: '#0c5c4c',
  company: 'Musterverlag GmbH',
  street: 'Am Markt 1',
  postcode: '01234',
  town: 'Musterstadt',
  email: 'redaktion@musterbote.example',
  code: '',
}
const PLAN = { isNew: true, changes: [], conflicts: [], kept: [], missingFiles: [], findings: [] }

let root: string
let server: Server
let setup: Setup
let port: number
let applied: { folder: PublicationFolder; files: string[] }[]
let apply: ApplyFolder

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'setup-'))
  applied = []
  apply = async (folder, files) => {
    applied.push({ folder, files: [...files.keys()] })
    return { outcome: 'applied', plan: PLAN }
  }
  setup = createSetup({
    root,
    apply: (...args) => apply(...args),
    styles: ['/assets/entry-test.css'],
    assets: null,
    now: () => new Date('2026-11-21T12:00:00Z'),
    onError: () => {},
  })
  server = createServer(setup.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(root, { recursive: true })
})

type Answer = { status: number; headers: Record<string, unknown>; text: string }

function send(path: string, headers: Record<string, string> = {}, body?: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = ask(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: `localhost:${port}`, ...headers },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

async function post(
  answers: Readonly<Record<string, string>>,
  { wordmark, headers = {} }: { wordmark?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ step: 'make', ...answers })) form.set(name, value)
  form.set('wordmark', new File(wordmark === undefined ? [] : [wordmark], 'marke.svg', { type: 'image/svg+xml' }))
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type')!
  return send(
    setup.path,
    { origin: `http://localhost:${port}`, 'content-type': type, ...headers },
    new Uint8Array(await encoded.arrayBuffer()),
  )
}

describe('the setup page', () => {
  it('asks, writes the folder, applies it, and shows its path', async () => {
    const page = await send(setup.path)
    expect(page.status).toBe(200)
    expect(page.text.match(/<input [^>]*required/g)).toHaveLength(7)
    expect(page.text).not.toContain('<script')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self' 'sha256-[^']+'; /),
    })
    expect(page.headers['set-cookie']).toBeUndefined()

    const answer = await post(ANSWERS, { wordmark: '<svg viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>' })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(join(root, 'maerkischermuste'))])
    const made = await setup.made
    expect(applied).toEqual([{ folder: made.folder, files: ['brand/wordmark.svg'] }])
    expect(made.folder).toMatchObject({ identity: { code: 'maerkischermuste' }, look: { accent: '#0c5c4c' } })
    expect(await readFile(join(made.place, 'publication.yaml'), 'utf8')).toContain('name: Märkischer Musterbote')
    expect(await readdir(join(made.place, 'documents'))).toContain('impressum.md')
    expect((await send('/')).text).toContain('http-equiv="refresh"')
  })

  it('creates one publication, however often it is sent', async () => {
    const answers = await Promise.all([post(ANSWERS), post({ ...ANSWERS, name: 'Zweitbote' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(applied).toHaveLength(1)
    expect(await readdir(root)).toHaveLength(1)
  })

  it('shows the chosen colour, and keeps the typed text', async () => {
    const { text } = await post({ ...ANSWERS, name: 'Bote & "Blatt"', step: 'preview' }, { wordmark: '<svg/>' })
    expect(text).toContain('--accent:light-dark(#0c5c4c')
    expect(text).toContain('value="Bote &amp; &quot;Blatt&quot;"')
    expect(text).toContain('noch einmal')
    expect(await readdir(root)).toEqual([])
  })

  it.each<[string, Partial<typeof ANSWERS>, string]>([
    ['name', { name: ' ' }, 'höchstens 60 Zeichen'],
    ['colour', { colour: 'grün' }, '#1f4f8a'],
    ['postcode', { postcode: '?' }, '01234'],
    ['email', { email: 'redaktion' }, 'redaktion@musterbote.de'],
    ['code', { code: 'Ä' }, 'Kleinbuchstaben'],
    ['company', { company: 'x'.repeat(130) }, 'höchstens 120 Zeichen'],
  ])('explains how to correct %s', async (field, wrong, remedy) => {
    const { status, text } = await post({ ...ANSWERS, ...wrong })
    expect(status).toBe(422)
    const errors = [...text.matchAll(/<p class="error" id="(\w+)-error">([^<]*)/g)]
    expect(errors.map(([, name]) => name)).toEqual([field])
    expect(errors[0]![2]).toContain(remedy)
    expect(await readdir(root)).toEqual([])
  })

  it.each([
    ['<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>', '&lt;script&gt;'],
    ['<svg viewBox="0 0 1 1"><text>Bote</text></svg>', 'Wandeln Sie sie vor dem Speichern in Pfade um'],
    ['<svg viewBox="0 0 1 1"><style>a{}</style></svg>', 'Attributen statt Stilvorlage'],
    ['<svg viewBox="0 0 1 1"><image/></svg>', 'Zeichnen Sie es als Pfade'],
    ['<svg viewBox="0 0 1 1"><use/></svg>', 'Speichern Sie ohne Symbole'],
    ['<svg viewBox="0 0 1 1"><foreignObject/></svg>', 'Speichern Sie nur Pfade und Formen'],
    ['<svg viewBox="0 0 1 1"><path d="M0 0" onclick="x()"/></svg>', 'Es steht onclick=&quot;…&quot; darin'],
    [
      '<svg viewBox="0 0 1 1"><path d="M0 0" fill="url(https://x.example/)"/></svg>',
      'fill verweist auf etwas außerhalb',
    ],
    ['<svg><path d="M0 0"/></svg>', 'fehlt eine viewBox'],
    ['<html></html>', 'ist kein SVG'],
    [`<svg viewBox="0 0 1 1">${'<path d="M0 0"/>'.repeat(5000)}</svg>`, 'zu viele Teile'],
    [`<svg viewBox="0 0 1 1"><path d="${'M0 0'.repeat(60_000)}"/></svg>`, 'auf unter 200 kB'],
  ])('refuses a word mark that the folder’s check refuses, and leaves nothing', async (wordmark, reason) => {
    const { status, text } = await post(ANSWERS, { wordmark })
    expect([status, text]).toEqual([422, expect.stringContaining(reason)])
    expect(text).not.toContain('lang="en"')
    expect(text).not.toContain('<script>')
    expect(await readdir(root)).toEqual([])
    expect(applied).toEqual([])
  })

  it('does not change an existing folder', async () => {
    const place = join(root, 'musterbote')
    await mkdir(place)
    await writeFile(join(place, 'notes.txt'), 'mine')
    const { status, text } = await post({ ...ANSWERS, code: 'musterbote' })
    expect([status, text]).toEqual([422, expect.stringContaining('ist nicht leer')])
    expect(await readdir(place)).toEqual(['notes.txt'])
  })

  it('removes a folder that could not be applied', async () => {
    apply = async () => Promise.reject(new Error('no database'))
    expect((await post(ANSWERS)).status).toBe(500)
    await expect(access(join(root, 'maerkischermuste'))).rejects.toThrow('ENOENT')
    apply = async () => ({ outcome: 'applied', plan: PLAN })
    expect((await post(ANSWERS)).status).toBe(200)
  })
})

describe('access to the setup page', () => {
  it.each<[string, Record<string, string>]>([
    ['a foreign name', { host: 'musterbote.example' }],
    ['a name that only begins like ours', { host: 'localhost.musterbote.example' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.5' }],
  ])('is closed for %s', async (_name, headers) => {
    expect((await send(setup.path, headers)).status).toBe(403)
    expect((await post(ANSWERS, { headers })).status).toBe(403)
    expect(applied).toEqual([])
  })

  it.each(['/', '/setup', '/setup/', '/setup/guess'])('shows nothing at %s', async (path) => {
    const { status, text } = await send(path)
    expect(status).toBe(404)
    expect(text).not.toContain('form')
  })

  it('tells every command of the office that there is no publication yet', async () => {
    const { status, text } = await send('/__services/publications/docs')
    expect([status, JSON.parse(text)]).toEqual([409, expect.objectContaining({ code: 'NO_PUBLICATION_YET' })])
    const said: string[] = []
    const terminal = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line) }
    const code = await runPublication(['list'], { PORT: String(port), DATA_DIR: root }, terminal)
    expect([code, said.join('')]).toEqual([2, expect.stringContaining('waits for its first publication')])
  })

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port', { origin: 'http://localhost:1' }],
  ])('accepts nothing from %s', async (_name, headers) => {
    expect((await post(ANSWERS, { headers })).status).toBe(403)
    expect(applied).toEqual([])
  })

  it('limits the size, and accepts only forms', async () => {
    const headers = { origin: `http://localhost:${port}` }
    expect((await send(setup.path, headers, new Uint8Array(13_000_000))).status).toBe(413)
    expect((await send(setup.path, { ...headers, 'content-type': 'application/json' }, Buffer.from('{}'))).status).toBe(
      400,
    )
  })

  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.1.7', false],
    ['::ffff:10.0.0.1', false],
    ['1270.0.0.1', false],
  ])('is open to %s: %s', (remoteAddress, isOpen) => {
    const request = { socket: { remoteAddress }, headers: { host: 'localhost:3000' } }
    expect(isFromHere(request as unknown as Parameters<typeof isFromHere>[0])).toBe(isOpen)
  })
})
