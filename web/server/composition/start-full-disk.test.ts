/** Starts the real server on a full and on a read-only disk: it prints one sentence, leaves nothing behind and starts later. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PUBLICATIONS_FOLDER } from '@lokalteil/demo/publications-folder'
import { mountSmallDisk } from '@lokalteil/services/platform/database/small-disk.testing'
import { createDataDirectory } from '@lokalteil/services/platform/database/database.testing'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '@lokalteil/tools/server-memory.mjs'

const { disk, reason } = mountSmallDisk(16)
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const FULL =
  /^The portal cannot start: The disk with the data directory \S+ (?:is full|has too little room) \(\d+\.\d MB left\)\. Make room on it and start again; nothing that was saved is lost\.$/m

/**
 * Runs until the process ends, or until it is ready and then stops it. Needs no build: pages need the same disk space.
 */
function start(dataDir: string): Promise<{ code: number | null; said: string; isReady: boolean }> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'development',
      LOKALTEIL_DEV: '1',
      DEMO: '0',
      PUBLICATIONS_DIR: DEMO_PUBLICATIONS_FOLDER,
      DATA_DIR: dataDir,
      PORT: '0',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let isReady = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (isReady || !text.includes('ready ')) return
    isReady = true
    // Once: a second signal would end it at once.
    child.kill('SIGTERM')
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said, isReady }))
  })
}

describe('a start on a full disk', { timeout: 180_000 }, () => {
  afterAll(() => disk?.unmount())

  it.for([
    ['without a byte left', true],
    ['with too little for a database', false],
  ] as const)('%s: prints one line and leaves no incomplete data', async ([, isFilled], context) => {
    if (disk === null) return context.skip(reason)
    const dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir)
    if (isFilled) disk.fill()
    const { code, said } = await start(dataDir)
    expect([code, said.trim().split('\n').length, FULL.test(said)], said).toEqual([1, 1, true])
    const left = readdirSync(dataDir).filter((name) => name === 'database' || name.startsWith('unfinished'))
    disk.makeRoom()
    rmSync(dataDir, { recursive: true })
    expect(left).toEqual([])
  })

  it('with existing data: prints a line, changes nothing, and starts once there is room', async (context) => {
    if (disk === null) return context.skip(reason)
    const made = await createDataDirectory()
    const dataDir = join(disk.folder, 'data')
    disk.resize(400)
    cpSync(made.dataDir, dataDir, { recursive: true })
    made.remove()
    disk.resize(usedMegabytes(disk.folder) + 2)
    disk.fill()
    const { code, said } = await start(dataDir)
    expect([code, said.trim().split('\n').length, FULL.test(said)], said).toEqual([1, 1, true])
    disk.makeRoom()
    disk.resize(400)
    const again = await start(dataDir)
    expect([again.isReady, again.code], again.said).toEqual([true, 0])
    // No part that the full disk left keeps a service from answering another.
    expect(again.said.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

describe('a start on a read-only disk', { timeout: 180_000 }, () => {
  const small = mountSmallDisk(400)
  afterAll(() => small.disk?.unmount())

  it('prints one line, changes nothing, and starts once it may write', async (context) => {
    if (small.disk === null) return context.skip(small.reason)
    const made = await createDataDirectory()
    const dataDir = join(small.disk.folder, 'data')
    cpSync(made.dataDir, dataDir, { recursive: true })
    made.remove()
    small.disk.setReadOnly(true)
    const { code, said } = await start(dataDir)
    expect([code, said.trim().split('\n').length], said).toEqual([1, 1])
    expect(said).toMatch(/^The portal cannot start: The data directory \S+ cannot be written \(EROFS\)\./)
    small.disk.setReadOnly(false)
    const again = await start(dataDir)
    expect([again.isReady, again.code], again.said).toEqual([true, 0])
  })
})

function usedMegabytes(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return Math.ceil(((blocks - bfree) * bsize) / (1024 * 1024))
}
