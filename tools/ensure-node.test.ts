import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSources } from './build-stamp.mjs'
import { findMissingPackage } from './ensure-node.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensure-node-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('findMissingPackage', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const install = (locked: object, installed: object | null, folders = ['node_modules/a']) => {
    write('package-lock.json', JSON.stringify({ packages: { '': {}, services: {}, ...locked } }))
    if (installed !== null) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    for (const path of folders) mkdirSync(join(folder, path), { recursive: true })
  }

  it.each([
    ['everything is there', { 'node_modules/a': a }, { 'node_modules/a': a }, null],
    ['more is there than needed', { 'node_modules/a': a }, { 'node_modules/a': a, 'node_modules/z': a }, null],
    [
      'an optional package of another system is not',
      { 'node_modules/a': a, 'node_modules/mac': { ...a, optional: true } },
      { 'node_modules/a': a },
      null,
    ],
    ['nothing was installed, or only half', { 'node_modules/a': a }, null, 'nothing is installed yet'],
    [
      'a package is not there',
      { 'node_modules/a': a, 'node_modules/b': a },
      { 'node_modules/a': a },
      'node_modules/b is missing',
    ],
    [
      'a version has changed',
      { 'node_modules/a': { ...a, version: '1.0.1' } },
      { 'node_modules/a': a },
      'node_modules/a has changed',
    ],
    [
      'the content has changed',
      { 'node_modules/a': { ...a, integrity: 'sha512-b' } },
      { 'node_modules/a': a },
      'node_modules/a has changed',
    ],
  ])('%s', (_name, locked, installed, expected) => {
    install(locked, installed)
    expect(findMissingPackage(folder)).toBe(expected)
  })

  it('a package for development is missing only where the pages must be built', () => {
    install({ 'node_modules/a': a, 'node_modules/vite': { ...a, dev: true } }, { 'node_modules/a': a })
    expect([findMissingPackage(folder), findMissingPackage(folder, false)]).toEqual([
      'node_modules/vite is missing',
      null,
    ])
    install({ 'node_modules/a': a, 'node_modules/b': a }, { 'node_modules/a': a })
    expect(findMissingPackage(folder, false)).toBe('node_modules/b is missing')
  })

  it('notices a folder that was deleted', () => {
    install({ 'node_modules/a': a }, { 'node_modules/a': a }, [])
    expect(findMissingPackage(folder)).toBe('node_modules/a is missing')
  })
})

describe('hashSources', () => {
  const change = (path: string, text: string) => {
    const before = hashSources(folder)
    write(path, text)
    return hashSources(folder) !== before
  }

  it.each([
    ['web/app/pages/HomePage.tsx', true],
    ['web/vite.config.ts', true],
    ['domain/routing/routes.ts', true],
    ['contracts/content.ts', true],
    ['package-lock.json', true],
    ['domain/routing/routes.test.ts', false],
    ['services/content/store.ts', false],
    ['web/node_modules/x.js', false],
    ['README.md', false],
  ])('a change of %s requires a build: %s', (path, expected) => {
    expect(change(path, 'one')).toBe(expected)
    expect(change(path, 'two')).toBe(expected)
  })

  it('notices a renamed or removed file', () => {
    write('web/a.ts', 'x')
    const first = hashSources(folder)
    rmSync(join(folder, 'web/a.ts'))
    const second = hashSources(folder)
    write('web/b.ts', 'x')
    expect(new Set([first, second, hashSources(folder)]).size).toBe(3)
  })
})
