import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeptKeys } from './kept-keys.ts'

describe('keys that are kept', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const fileOf = (name: string) => join(dataDir, 'keys', `${name}.key`)

  it('are made once, are the same after a restart, and belong to the owner alone', () => {
    const key = openKeptKeys(dataDir).read('ingest')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(openKeptKeys(dataDir).read('ingest')).toBe(key)
    expect(openKeptKeys(dataDir).read('user')).not.toBe(key)
    expect(statSync(fileOf('ingest')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(dataDir, 'keys')).toSorted()).toEqual(['ingest.key', 'user.key'])
  })

  it.each([
    ['nothing', ''],
    ['an empty line', '\n'],
  ])('are made anew where a full disk left %s', (_what, left) => {
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(fileOf('ingest'), left)
    const key = openKeptKeys(dataDir).read('ingest')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(fileOf('ingest'), 'utf8').trim()).toBe(key)
  })

  it('written by a person stay as they are', () => {
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(fileOf('ingest'), 'chosen-by-hand\n')
    expect(openKeptKeys(dataDir).read('ingest')).toBe('chosen-by-hand')
  })
})
