import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { describe, expect, it } from 'vitest'
import { NOUNS, runLokalteil } from './commands.ts'

const root = join(import.meta.dirname, '../../..')
const bin = join(root, 'tools/lokalteil.mjs')
const execute = promisify(execFile)

async function type(...args: string[]) {
  let [out, err] = ['', '']
  const code = await runLokalteil(args, {}, { out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, err }
}

/** Forms by verb, as the help prints them. */
async function listForms(noun: string): Promise<[string, string][]> {
  const { out } = await type(noun, '--help')
  return [...out.matchAll(/^npx lokalteil (\S+) (\S+)(.*)$/gm)].map(([, , verb = '', form = '']) => [verb, form.trim()])
}

describe('npx lokalteil', () => {
  it.each([
    [['--help'], 0],
    [[], 2],
    [['toString'], 2],
    [['billings', 'status'], 2],
  ])('prints all nouns for %j and ends with %i', async (args, code) => {
    const { out, err, ...ended } = await type(...args)
    expect(ended).toEqual({ code })
    for (const noun of Object.keys(NOUNS)) expect(code === 0 ? out : err).toMatch(new RegExp(`^ {2}${noun} +\\w`, 'm'))
  })

  it.each(Object.keys(NOUNS))('%s has forms that the grammar reads whole, and a help for each verb', async (noun) => {
    const forms = await listForms(noun)
    expect(forms.length).toBeGreaterThan(0)
    for (const [verb, form] of forms) {
      for (const part of form.split(' ').filter((text) => text !== ''))
        expect(part).toMatch(/^\[?(?:--[a-z]+(?:-[a-z]+)*|[A-Z][A-Z=-]*…?)\]?$/)
      const { code, out } = await type(noun, verb, '--help')
      expect([code, out.split('\n')[0]]).toEqual([0, ['npx lokalteil', noun, verb, form].join(' ').trim()])
    }
  })

  it('is named in docs/operations.md with everything it does', async () => {
    const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const missing: string[] = []
    for (const noun of Object.keys(NOUNS)) {
      if (!operations.includes(`npx lokalteil ${noun}`)) missing.push(noun)
      for (const [verb] of await listForms(noun))
        if (!new RegExp(`(?:\`|lokalteil ${noun} )${verb}\\b`).test(operations)) missing.push(`${noun} ${verb}`)
    }
    expect(missing).toEqual([])
  })

  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const listed = readme
    .split('\n')
    .filter((line) => line.startsWith('| `npx lokalteil '))
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`(?:npx lokalteil )?([a-z]+)/g)].map(([, noun = '']) => noun))

  it('is in the table of README.md with every noun', () =>
    expect(Object.keys(NOUNS).filter((noun) => !listed.includes(noun))).toEqual([]))

  it.skipIf(!hasRooms('epaper', 'homes', 'notices', 'push', 'shop'))(
    'is in README.md with existing nouns alone',
    () => {
      const named = [...readme.matchAll(/npx lokalteil ([a-z]+)/g)].map(([, noun = '']) => noun)
      expect([...listed, ...named].filter((noun) => !Object.hasOwn(NOUNS, noun))).toEqual([])
    },
  )

  it('runs from any folder, and means paths from there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bin-'))
    const { INIT_CWD: _typedIn, ...env } = process.env
    const ended = await execute(bin, ['publication', 'check', 'there'], { cwd: folder, env }).catch(
      (error: { code: number; stdout: string }) => error,
    )
    // npx finds it there.
    expect(existsSync(join(root, 'node_modules/.bin/lokalteil'))).toBe(true)
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining(`${join(folder, 'there')}: `) as string })
  })

  it('ends as always when its output is closed early', async () => {
    const child = spawn(process.execPath, [bin, 'community', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, said]).toEqual([0, ''])
  })
})

describe('a script of before', () => {
  it.each([
    ['billing', ['--publication', 'ak', 'paid', 'AK-2026-000123'], 'billing paid AK-2026-000123 --publication ak'],
    [
      'notices',
      ['reject', 'ak', 'A-1', '--facts', 'Nicht so.'],
      "notices reject A-1 --facts 'Nicht so.' --publication ak",
    ],
    ['community', ['ak'], 'community pending --publication ak'],
    ['community', ['ak', 'answer', 'S-1', 'uphold', '--facts', 'x'], 'community uphold S-1 --facts x --publication ak'],
    ['settings', ['ak', 'a=b', '--reset', 'c'], 'settings set a=b --reset c --publication ak'],
    ['settings', ['ak'], 'settings show --publication ak'],
    ['paywall', ['ak', 'institutions', 'remove', 'talheim'], 'paywall remove-institution talheim --publication ak'],
    ['publication', ['export', 'ak', 'out'], 'publication export out --publication ak'],
    ['import', ['--publication', 'ak', 'delivery/'], 'import read --publication ak delivery/'],
    ['import', ['--watch', 'in', '--paid'], 'import watch in --paid'],
    ['import', ['retry', '--all'], 'import retry --all'],
    ['status', [], 'status queues'],
    ['coins', [], 'coins --help'],
  ])('npm run %s -- %j names the line to type', async (noun, args, line) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    expect(scripts).toHaveProperty(noun, 'node tools/moved-command.mjs')
    const ended = await execute(process.execPath, [join(root, 'tools/moved-command.mjs'), ...args], {
      env: { ...process.env, npm_lifecycle_event: noun },
    }).catch((error: { code: number; stderr: string }) => error)
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`\n  npx lokalteil ${line}\n`) as string })
  })

  /** Came when there were no scripts any more. */
  const later = new Set(['backup', 'consent', 'figures', 'staff'])

  it('is kept for every noun that had one', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(Object.keys(NOUNS).filter((noun) => !later.has(noun))))
  })
})
