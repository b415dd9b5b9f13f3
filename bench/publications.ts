/**
 * The cost of many publications in one process: four and twenty, as created by `publication -- new`, each number in its
 * own portal. Measures the second start, with everything in the database, and the memory after every home page and
 * every brand picture was requested.
 */
import { get } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFolder } from '@lokalteil/services/publications/folder/write-folder'
import { createNewFolder } from '@lokalteil/services/publications/new-folder'
import { toLimited, type Report } from './figures.ts'
import { readMemory, startPortal } from './processes.ts'

const FEW = 4
const MANY = 20
const MOST_MORE_MB = 60
const MOST_MORE_MS = 5000
const PICTURES = [
  'favicon.svg',
  'favicon.ico',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'og-default.jpg',
]

export async function measurePublications(report: Report): Promise<void> {
  const few = await measure(FEW)
  const many = await measure(MANY)
  const group = `${MANY} publications`
  report(
    toLimited(
      group,
      'start',
      many.startMs - few.startMs,
      MOST_MORE_MS,
      'ms more',
      `${FEW}: ${few.startMs.toFixed(0)} ms`,
    ),
  )
  report(
    toLimited(
      group,
      'memory',
      many.memoryMb - few.memoryMb,
      MOST_MORE_MB,
      'MB more',
      `${FEW}: ${few.memoryMb.toFixed(0)} MB`,
    ),
  )
}

async function measure(count: number): Promise<{ startMs: number; memoryMb: number }> {
  const place = await mkdtemp(join(tmpdir(), 'bench-publications-'))
  const codes = Array.from({ length: count }, (_, index) => `paper${index}`)
  for (const [index, code] of codes.entries()) await writePublication(join(place, 'folders', code), code, index)
  const environment = { DEMO: '0', PUBLICATIONS_DIR: join(place, 'folders') }
  try {
    await (await startPortal(join(place, 'data'), environment)).stop()
    const started = performance.now()
    const portal = await startPortal(join(place, 'data'), environment)
    const startMs = performance.now() - started
    for (const code of codes) {
      await ask(portal.port, code, '/')
      for (const picture of PICTURES) await ask(portal.port, code, `/assets/brand/${code}/${picture}`)
    }
    const memoryMb = readMemory(portal.pid).now
    await portal.stop()
    return { startMs, memoryMb }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function writePublication(place: string, code: string, index: number): Promise<void> {
  const made = createNewFolder(
    {
      code,
      name: `Musterbote ${index + 1}`,
      region: 'Musterstadt',
      colour: `#${((index * 0x1c71c7) % 0x1000000).toString(16).padStart(6, '0')}`,
      company: 'Musterverlag GmbH',
      street: 'Am Markt 1',
      postcode: '01234',
      town: 'Musterstadt',
      email: 'redaktion@musterbote.example',
    },
    '2026-11-23',
  )
  if (!made.ok) throw new Error(`${code} is no publication`)
  await writeFolder(place, made.folder, new Map())
}

/** With node:http, because `fetch` forbids a host header. */
function ask(port: number, code: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `${code}.localhost` } }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${code}${path}: ${response.statusCode}`)),
      )
    }).once('error', reject)
  })
}
