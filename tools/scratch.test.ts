import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openScratch } from './scratch.ts'

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'scratch-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

it('is a folder that others may pass through but not list, and is removed with its content', () => {
  const scratch = openScratch(parent)
  writeFileSync(join(scratch.folder, 'left'), 'by a test')
  expect(statSync(scratch.folder).mode & 0o777).toBe(0o711)
  scratch.remove()
  expect(existsSync(scratch.folder)).toBe(false)
})

it('removes folders of killed runs, and none of a running one or of others', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const [killed, running, foreign] = [
    `lokalteil-tests-${pid}-abc`,
    `lokalteil-tests-${process.pid}-abc`,
    'lokalteil-tests-notes',
  ].map((name) => join(parent, name)) as [string, string, string]
  for (const folder of [killed, running, foreign]) mkdirSync(join(folder, 'data'), { recursive: true })
  openScratch(parent).remove()
  expect([killed, running, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
