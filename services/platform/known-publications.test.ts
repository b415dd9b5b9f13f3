import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findOnlyPublication } from './known-publications.ts'

const KEY = 'a-key-of-the-publications'
let codes: string[] = []
const portal = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${KEY}`
  const publications = codes.map((code) => ({ code, name: code, version: 1, changedAt: '2026-11-23T12:00:00.000Z' }))
  response
    .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    .end(JSON.stringify(isKnown ? { publications } : { status: 401, code: 'UNAUTHORISED', title: 'The key is wrong' }))
})
let base = ''
let dataDir = ''
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'known-publications-'))
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
})
afterAll(() => {
  portal.close()
  rmSync(dataDir, { recursive: true })
})

it.each<[string, string[], Record<string, string>, unknown]>([
  ['the only one', ['musterbote'], {}, 'musterbote'],
  ['the one that MANDATOR says', ['musterbote', 'bote'], { MANDATOR: 'bote' }, 'bote'],
  [
    'none of two',
    ['musterbote', 'bote'],
    {},
    { problem: expect.stringContaining('one of musterbote, bote') as string },
  ],
  ['none where there is none', [], {}, { problem: 'There is no publication yet.' }],
  [
    'none without the key',
    ['musterbote'],
    { PUBLICATIONS_SERVICE_KEY: 'other' },
    { problem: expect.stringContaining('--publication') as string },
  ],
])('means %s', async (_what, known, environment, expected) => {
  codes = known
  expect(await findOnlyPublication({ PUBLICATIONS_SERVICE_KEY: KEY, ...environment }, base, dataDir)).toEqual(expected)
})
