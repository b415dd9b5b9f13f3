import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStoredMedia } from './stored-media.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const DIGEST = 'ab'.repeat(16)
const ADDRESS = `/_media/import/ab/${DIGEST}/haushalt-2027.pdf`

const folder = mkdtempSync(join(tmpdir(), 'stored-media-'))
/** Requests to the store. */
const asked: string[] = []
let hasDisk = true
const serve = createStoredMedia({
  async locate(path) {
    asked.push(path)
    return hasDisk ? { file: join(folder, 'file') } : { read: async () => PDF }
  },
})
const server = createServer((request, response) => {
  void serve(request, response, request.url!).then((isServed) => {
    if (!isServed) response.writeHead(404).end()
  })
})
let base = ''
beforeAll(async () => {
  writeFileSync(join(folder, 'file'), PDF)
  await new Promise<void>((done) => server.listen(0, done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it.each([
  ['a file', true],
  ['the store, where the disk is full', false],
])('a document is a download with its name, in which nothing runs, from %s', async (_where, isFile) => {
  hasDisk = isFile
  const answer = await fetch(base + ADDRESS)
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, PDF])
  expect(
    ['content-type', 'content-disposition', 'content-security-policy', 'etag'].map((name) => answer.headers.get(name)),
  ).toEqual([
    'application/pdf',
    'attachment; filename="haushalt-2027.pdf"',
    "default-src 'none'; sandbox",
    `"${DIGEST}"`,
  ])
  const again = await fetch(base + ADDRESS, { headers: { 'if-none-match': `"${DIGEST}"` } })
  expect(again.status).toBe(304)
  const part = await fetch(base + ADDRESS, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF'])
})

it('a recording is played in the page', async () => {
  const answer = await fetch(`${base}/_media/import/ab/${DIGEST}.mp3`)
  expect(['content-type', 'content-disposition'].map((name) => answer.headers.get(name))).toEqual(['audio/mpeg', null])
})

it.each([
  ['another kind', ADDRESS.replace('.pdf', '.html')],
  ['a kind that only looks like it', ADDRESS.replace('.pdf', '.pdf.html')],
  ['a document without a name', `/_media/import/ab/${DIGEST}/.pdf`],
  ['letters that are no part of a name', ADDRESS.replace('-', '%22')],
  ['capital letters', ADDRESS.replace('haushalt', 'Haushalt')],
  ['a folder above', ADDRESS.replace('haushalt', '../haushalt')],
  ['a double slash', ADDRESS.replace('/haushalt', '//haushalt')],
  ['a recording below a digest', ADDRESS.replace('.pdf', '.mp3')],
  ['another folder', ADDRESS.replace('/import/', '/readers/')],
])('the store is not asked for %s', async (_what, address) => {
  asked.length = 0
  // `fetch` would tidy the path.
  const { statusCode } = await new Promise<IncomingMessage>((resolve, reject) => {
    get(base, { path: address }, resolve).on('error', reject)
  })
  expect([statusCode, asked]).toEqual([404, []])
})
