import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT } from '@lokalteil/contracts/content'
import { ImportMapping } from '@lokalteil/contracts/publication/mapping'
import { Hono } from 'hono'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { describe, expect, it } from 'vitest'
import { createContentService, type ContentService } from '../content/app.ts'
import { openDatabase } from '../platform/database.ts'
import { createDataDirectory, openEmptyDatabase } from '../platform/database/database.testing.ts'
import { SEED, toFolder } from '../content/content.testing.ts'
import { runImport } from './cli.ts'
import { watchFolder } from './commands/import-watch.ts'

const makeFolder = () => mkdtempSync(join(tmpdir(), 'import-'))
/** With an empty database in it, whose making takes seconds. */
const makeDataDir = async () => (await createDataDirectory()).dataDir
const line = (text: string) => JSON.stringify({ ressort: 'Sport', text })
/** A closed port, so that no portal of this machine is asked. */
const NOBODY = { PORT: '1' }

async function run(args: string[], environment: Record<string, string> = {}) {
  let out = ''
  let err = ''
  const verbs = ['watch', 'rejects', 'retry', 'status', 'poll']
  const code = await runImport(
    verbs.includes(args[0] ?? '') ? args : ['read', ...args],
    { ...NOBODY, ...environment },
    { out: (text) => (out += text), err: (text) => (err += text), isInteractive: false },
  )
  return { code, out, err }
}

async function servePortal(service: ContentService): Promise<{ server: Server; port: number }> {
  const portal = new Hono().route('/__services/content', service.app)
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const headers = new Headers(incoming.headers as Record<string, string>)
      const body = incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
      const response = await portal.fetch(
        new Request(`http://portal.local${incoming.url}`, { method: incoming.method ?? 'GET', headers, ...body }),
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, port }
}

describe('the command line', () => {
  it.each([
    ['nothing', [], 'PLACE is missing'],
    ['an unknown option', ['--fast', 'x'], '--fast'],
    ['a publication that can be none', ['--publication', 'Z', 'x'], 'no publication "Z"'],
    ['a file that is not there', ['/no/such/file.json'], 'no such file'],
    ['a mapping that is not there', ['--mapping', '/no/such.json', 'x'], 'cannot be used'],
  ])('answers %s with 2 and a sentence', async (_case, args, message) => {
    const { code, err } = await run(args)
    expect([code, err.includes(message)]).toEqual([2, true])
  })

  it('does not take a publication that is not there', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'texts.jsonl'), `${line('Ein Text, der gut ist.')}\n`)
    const { code, err } = await run(['--publication', 'zz', folder], { DATA_DIR: await makeDataDir() })
    expect([code, err]).toEqual([2, expect.stringContaining('There is no publication "zz".')])
  })

  it('tries everything and writes nothing in a dry run', async () => {
    const [folder, dataDir] = [makeFolder(), makeFolder()]
    writeFileSync(join(folder, 'texts.jsonl'), `${line('Ein Text, der gut ist.')}\n{"kaputt"\n`)
    const { code, out } = await run(['--dry-run', folder], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(out).toMatch(/Dry run: 1 documents \(1 plain\)/)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('names the parts of a text that could not be kept, and counts them', async () => {
    const file = join(makeFolder(), 'feed.xml')
    const body =
      '<p>Der Text.</p><iframe src="https://open.spotify.com/embed/show/abc"></iframe><p><a href="x.html">x</a></p>'
    writeFileSync(
      file,
      `<rss version="2.0"><channel><title>P</title><item><guid>urn:p:1</guid><title>T</title><description><![CDATA[${body}]]></description></item></channel></rss>`,
    )
    const { code, out, err } = await run(['--dry-run', file])
    expect(code).toBe(0)
    expect(err).toContain('note    urn:p:1: content of Spotify became a link: https://open.spotify.com/show/abc\n')
    expect(err).toContain('note    urn:p:1: link that leads nowhere here left out: x.html\n')
    expect(out).not.toContain('pictures were left out')
  })

  it('opens the database itself when no portal runs, looks into folders, and ends with 0, 1 and 2', async () => {
    const [folder, dataDir] = [makeFolder(), makeFolder()]
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
    writeFileSync(
      join(folder, 'deep', 'er', 'texts.jsonl'),
      `${line('Ein Text, der gut ist.')}\n${line('Noch ein Text, der gut ist.')}\n`,
    )
    writeFileSync(join(folder, 'README.md'), 'not a document')
    writeFileSync(join(folder, 'schema.json'), '{"$schema":"http://json-schema.org/draft-07/schema#"}')
    const first = await run(['--publication', 'fb', folder], { DATA_DIR: dataDir })
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/created +2\n/)])
    expect(first.err).toContain('a JSON Schema')
    const again = await run(['--publication', 'fb', folder], { DATA_DIR: dataDir })
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/unchanged +2\n/)])

    writeFileSync(join(folder, 'bad.json'), '{"uri":"urn:x","type":"text","versioncreated":"2026-11-20T12:00:00Z"}')
    const mixed = await run([folder], { DATA_DIR: dataDir, MANDATOR: 'fb' })
    expect([mixed.code, mixed.err]).toEqual([1, expect.stringContaining('no headline')])
    expect(readdirSync(join(dataDir, 'import', 'rejected')).some((name) => name.endsWith('.reason.txt'))).toBe(true)
    expect((await run([join(folder, 'bad.json')], { DATA_DIR: dataDir })).code).toBe(2)
  })

  it('takes the publication’s own table, unless the command names one', async () => {
    const [folder, dataDir] = [makeFolder(), makeFolder()]
    const database = await openEmptyDatabase(createTestDatabase)
    const service = await createContentService({ database, serviceKey: 'the-key' })
    await service.savePublication({
      ...toFolder(SEED, 'ak'),
      mapping: ImportMapping.parse({ fallbackSection: 'lokales', sections: { sport: 'lokales/auenburg' } }),
    })
    const { server, port } = await servePortal(service)
    const sectionOf = async (text: string, more: string[]) => {
      const file = join(folder, 'texts.jsonl')
      writeFileSync(file, `${line(text)}\n`)
      const options = ['--publication', 'ak', '--url', `http://127.0.0.1:${port}`, '--key', 'the-key', ...more, file]
      expect((await run(options, { DATA_DIR: dataDir })).code).toBe(0)
      const answer = await service.app.fetch(new Request('http://content.local/ak/v5/newest-articles'))
      const { teasers } = (await answer.json()) as { teasers: { title: string; sectionPath: string }[] }
      return teasers.find(({ title }) => title.startsWith(text.slice(0, 10)))?.sectionPath
    }
    try {
      expect(await sectionOf('Die Stadt baut ein Rathaus.', [])).toBe('lokales/auenburg')
      writeFileSync(join(folder, 'own.json'), JSON.stringify({ fallbackSection: 'lokales', sections: {} }))
      expect(await sectionOf('Ein Radweg wird eröffnet.', ['--mapping', join(folder, 'own.json')])).toBe('sport')
    } finally {
      server.close()
      await service.close()
      await database.close()
    }
  })

  it('goes through the running portal when one holds the database, and prints the remedy when it cannot', async () => {
    const dataDir = await makeDataDir()
    const file = join(makeFolder(), 'texts.jsonl')
    const abroad = JSON.stringify({ ressort: 'Ausland', text: 'Ein Text, der gut ist.' })
    writeFileSync(file, `${abroad}\n${line('Noch ein Text, der gut ist.')}\n`)
    const database = await openDatabase({ dataDir })
    const service = await createContentService({ database, serviceKey: 'the-key' })
    const { server, port } = await servePortal(service)
    try {
      const unknown = await run(['--publication', 'ak', file], { DATA_DIR: dataDir })
      expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('is in use by')])
      expect(unknown.err).toContain('--url')
      const wrongKey = await run(['--publication', 'ak', '--url', `http://127.0.0.1:${port}`, '--key', 'other', file], {
        DATA_DIR: dataDir,
      })
      expect([wrongKey.code, wrongKey.err]).toEqual([2, expect.stringContaining('does not accept this ingest key')])
      mkdirSync(join(dataDir, 'keys'))
      writeFileSync(join(dataDir, 'keys', 'ingest.key'), 'the-key\n')
      const through = await run(['--publication', 'ak', file], { DATA_DIR: dataDir, PORT: String(port) })
      expect([through.code, through.out]).toEqual([0, expect.stringMatching(/created +2\n/)])
      expect(through.err).toContain(`through http://127.0.0.1:${port}`)
      // The demo's table would know it as "politik/welt"; this is no demo.
      const content = createTestClient(CONTENT, {
        fetch: (request) => service.app.fetch(request),
        base: 'http://own/ak',
      })
      const found = await Promise.all(
        ['ausland', 'politik/welt'].map((path) => content.getChannel({ params: { path } })),
      )
      expect(found.map(({ ok }) => ok)).toEqual([true, false])
    } finally {
      server.close()
      await service.close()
      await database.close()
    }
  })

  it('keeps rejected documents beside the data, or in the given folder, and goes on where it cannot', async () => {
    const [folder, dataDir] = [makeFolder(), await makeDataDir()]
    const file = join(folder, 'feed.json')
    const item = (id: string, title: string) => ({
      id,
      title,
      content_text: 'Ein Text.',
      date_published: '2026-11-20T10:00:00Z',
    })
    const items = [
      item('https://p.example/1', 'Neu'),
      item('https://p.example/2', ''),
      item('https://p.example/3', 'dpa-Terminvorschau'),
    ]
    writeFileSync(file, JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'P', items }))
    const rejects = join(folder, 'put', 'here')
    const told = await run(['--publication', 'ak', '--rejects', rejects, file], { DATA_DIR: dataDir })
    expect([told.code, told.out]).toEqual([0, expect.stringMatching(/created +1\n[^]*put aside +2\n[^]*refused +0\n/)])
    expect(told.out).toContain('(1 JSON Feed)')
    expect(told.err).toContain('(https://p.example/2): it has no headline')
    expect(readdirSync(join(rejects, 'put-aside'))).toHaveLength(4)
    expect(existsSync(join(dataDir, 'import'))).toBe(false)

    writeFileSync(join(dataDir, 'import'), 'a file where the folder should be')
    const lost = await run(['--publication', 'ak', file], { DATA_DIR: dataDir })
    expect([lost.code, lost.err]).toEqual([0, expect.stringContaining('it could not be kept: ')])
  })

  it('lists rejected documents and tries them again, into their publication', async () => {
    const [folder, dataDir] = [makeFolder(), await makeDataDir()]
    const file = join(folder, 'feed.json')
    const item = {
      id: 'https://p.example/2',
      title: '',
      content_text: 'Ein Text.',
      date_published: '2026-11-20T10:00:00Z',
    }
    writeFileSync(file, JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'P', items: [item] }))
    const environment = { DATA_DIR: dataDir }
    expect((await run(['rejects'], environment)).out).toBe('0 refused, 0 put aside\n')
    await run(['--publication', 'fb', file], environment)
    const listed = await run(['rejects'], environment)
    expect(listed.out).toMatch(/^[0-9a-f]{16} {2}\d{4}-\d\d-\d\d {2}put aside {2}it has no headline\n/)
    expect(listed.out).toContain('https://p.example/2 – fb · ')
    expect((await run(['rejects', '--publication', 'ak'], environment)).out).toBe('0 refused, 0 put aside\n')
    const id = listed.out.slice(0, 16)
    const [, kept = ''] = /\n +(\S+\.json)\n/.exec(listed.out) ?? []

    expect((await run(['retry'], environment)).err).toContain('say --all')
    expect(await run(['retry', 'nothing'], environment)).toMatchObject({
      code: 2,
      err: expect.stringContaining('"nothing"'),
    })
    expect(await run(['retry', '--all'], environment)).toMatchObject({
      code: 0,
      out: '0 came in, 1 put aside again, 0 refused again\n',
    })
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('"title": ""', '"title": "Nachgetragen"'))
    const mended = await run(['retry', id.slice(0, 8)], environment)
    expect([mended.code, mended.out]).toEqual([0, '1 came in, 0 put aside again, 0 refused again\n'])
    expect(mended.err).toContain('Trying 1 again in fb')
    expect((await run(['retry', '--all'], environment)).out).toBe('Nothing is set aside.\n')
    expect((await run(['--publication', 'fb', file], environment)).out).toMatch(/put aside +1\n/)
  })

  it('says how sources are doing, and that there are none', async () => {
    const environment = { DATA_DIR: await makeDataDir() }
    const status = await run(['status'], environment)
    expect([status.code, status.err]).toEqual([0, ''])
    expect(status.out).toBe(
      'No publication has sources; sources.yaml in its folder names them.\n0 refused and 0 put aside are kept\n',
    )
    expect(await run(['poll', 'ak/feuerwehr'], environment)).toMatchObject({
      code: 1,
      err: 'There is no source "ak/feuerwehr".\n',
    })
    expect((await run(['poll', 'feuerwehr'], environment)).code).toBe(2)
  })

  it('watches a folder through the running portal until it is ended', async () => {
    const [folder, dataDir] = [makeFolder(), makeFolder()]
    const database = await openEmptyDatabase(createTestDatabase)
    const service = await createContentService({ database, serviceKey: 'the-key' })
    const { server, port } = await servePortal(service)
    const end = new AbortController()
    let printed = ''
    const terminal = { out: (text: string) => (printed += text), err: (text: string) => (printed += text) }
    const url = `http://127.0.0.1:${port}`
    const watching = watchFolder(
      {
        noun: 'import',
        given: { folder, publication: ['ak'] },
        environment: NOBODY,
        terminal,
        base: url,
        url,
        key: 'the-key',
        dataDir,
        needsPortal: false,
        toPath: (path) => path,
        findPublication: null,
        now: () => new Date(),
      },
      end.signal,
    )
    try {
      writeFileSync(
        join(folder, 'texts.jsonl'),
        `${line('Ein Text, der gut ist.')}\n${line('Noch einer, der gut ist.')}\n`,
      )
      while (!printed.includes('done')) await new Promise((resolve) => setTimeout(resolve, 100))
      end.abort()
      expect(await watching).toBe(0)
      expect(printed).toContain(`Watching ${folder} for ak through`)
      expect(printed).toContain('texts.jsonl: 2 created → done/texts.jsonl\n')
    } finally {
      end.abort()
      server.close()
      await service.close()
      await database.close()
    }
  })

  it('stops with a sentence when the portal goes away, and keeps nothing below the folder it was typed in', async () => {
    const [folder, state] = [makeFolder(), makeFolder()]
    const file = join(folder, 'texts.jsonl')
    writeFileSync(file, `${line('Ein Text, der gut ist.')}\nkaputt\n`)
    let asked = 0
    const server = createServer((request, response) => {
      request.resume()
      response.setHeader('content-type', 'application/json')
      if (request.url?.endsWith('/mapping') === true) return void response.writeHead(404).end('{}')
      if ((asked += 1) === 1) return void response.end('{"results":[]}')
      response.setHeader('content-type', 'application/problem+json')
      response.writeHead(507).end('{"status":507,"code":"DISK_FULL","title":"The disk is full"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const { code, err } = await run(['--url', url, '--key', 'k', '--publication', 'ak', file], {
        XDG_STATE_HOME: state,
      })
      expect([code, err]).toEqual([3, expect.stringContaining('The import stopped: the disk is full.')])
      expect(err).not.toContain('    at ')
      expect(existsSync(join(state, 'lokalteil', 'import', 'rejected'))).toBe(true)
    } finally {
      server.close()
    }
  })

  it('reads an address, within bounds', async () => {
    const dataDir = makeFolder()
    const server = createServer((request, response) => {
      if (request.url === '/feed')
        response.end(
          '<rss version="2.0"><channel><title>P</title><item><title>Neu</title><link>https://p.example/1</link><description>Text</description></item></channel></rss>',
        )
      else if (request.url === '/big') response.end(Buffer.alloc(6 * 1024 * 1024, 32))
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const feed = await run(['--dry-run', `${base}/feed`], { DATA_DIR: dataDir })
      expect([feed.code, feed.out]).toEqual([0, expect.stringContaining('(1 feed)')])
      expect((await run(['--dry-run', `${base}/big`], { DATA_DIR: dataDir })).err).toContain('larger than 5 MB')
      expect((await run(['--dry-run', `${base}/none`], { DATA_DIR: dataDir })).err).toContain('answered 404')
      expect(existsSync(join(dataDir, 'import'))).toBe(false)
    } finally {
      server.close()
    }
  })
})
