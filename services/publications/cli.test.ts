import { hasRoom, hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDataDirectory } from '../platform/database/database.testing.ts'
import { runPublication } from './cli.ts'
import { OFFERS } from './documents/documents.testing.ts'
import { readFolder } from './folder/read-folder.ts'

const GUIDE = join(import.meta.dirname, '../../docs/your-paper.md')

const DATA = [
  '--name',
  'Märkischer Bote',
  '--region',
  'Musterstadt',
  '--company',
  'Bote Verlag GmbH',
  '--street',
  'Am Markt 1',
]
const REST = ['--postcode', '01234', '--town', 'Musterstadt', '--email', 'post@bote.example']

const NOTICE_PRICES = {
  sizes: [{ id: 'klein', name: 'Klein', cents: 9900, letters: 300 }],
  extra: { letters: 50, cents: 500 },
  durations: [{ days: 365, cents: 0 }],
}

let place: string
let dataDir: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'publication-cli-'))
  dataDir = join(place, 'data')
})

/** On a database of its own, because nothing answers at the port: where none is yet, it makes one, which takes seconds. */
const run = (...args: string[]) => runWith({}, ...args)
async function runWith(more: Record<string, string>, ...args: string[]) {
  let [out, err] = ['', '']
  const environment = { INIT_CWD: place, DATA_DIR: dataDir, PORT: '9', ...more }
  const code = await runPublication(args, environment, { out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, err }
}
const makeNew = (...more: string[]) => run('new', 'bote', ...DATA, ...REST, ...more)
const folder = () => join(place, 'publications/bote')

describe('npx lokalteil publication', () => {
  it('new writes a sound folder, with documents that name the decisions of a human', async () => {
    const made = await makeNew('--host', 'www.bote.example', '--colour', '#7d1c2b')
    expect(made).toMatchObject({ code: 0, err: '' })
    const { email } = (await readFolder(folder())).folder!.identity.publisher
    expect(made.out.trimEnd().split('\n').at(-1)).toBe(
      `Then invite whoever works at it: npx lokalteil staff invite ${email} --role publisher`,
    )
    // The printed line is one that the command of the office takes.
    const staff = /npx lokalteil staff (.*)$/m.exec(made.out)![1]!.split(' ')
    expect(staff).toEqual(['invite', email, '--role', 'publisher'])
    const { folder: read, findings } = await readFolder(folder())
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(read).toMatchObject({
      identity: { code: 'bote', name: 'Märkischer Bote', hosts: ['www.bote.example'] },
      look: { accent: '#7d1c2b' },
    })
    expect(await readdir(join(folder(), 'documents'))).toEqual(
      expect.arrayContaining(['impressum.md', 'datenschutz.md', 'agb.md', 'widerruf.md', 'accessibility.md']),
    )
    expect(await readFile(join(folder(), 'documents/impressum.md'), 'utf8')).toContain('{{publisher.company}}')
    const checked = await run('check', folder())
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/decide {3}documents\/\w+\.md:\d+/)])
  })

  it('the command of docs/your-paper.md writes a folder that passes check', async () => {
    const [, words] = /npx lokalteil publication (new(?:.*\\\n)*.*)/.exec(await readFile(GUIDE, 'utf8'))!
    const args = [...words!.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
    expect(args.length).toBeGreaterThan(14)
    expect(await run(...args)).toMatchObject({ code: 0, err: '' })
    const { code, out, err } = await run('check')
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toMatch(/^ *error|is a placeholder/m)
  })

  const SCRIPT = { AD_SCRIPT: 'https://ads.example/a.js' }
  const BIDS = { BIDDING_SCRIPT: 'https://bids.example/p.js' }
  const BIDDERS = 'server: { kind: gpt, unit: "/1/paper/{place}" }\nbidding: { bidders: [{ bidder: one }] }\n'
  it.each<[string, Record<string, string>, number, string | null]>([
    ['', SCRIPT, 0, null],
    ['', BIDS, 1, 'BIDDING_SCRIPT has no effect'],
    ['server: { waitMs: 900 }\n', SCRIPT, 0, null],
    ['server: { waitMs: 900 }\n', {}, 0, 'warning  advertising.yaml server has no effect without AD_SCRIPT'],
    ['server: { waitMs: 900 }\n', { AD_SCRIPT: 'none', ...BIDS }, 1, 'error    advertising.yaml server'],
    [BIDDERS, { ...SCRIPT, ...BIDS }, 0, null],
    [BIDDERS, SCRIPT, 1, 'error    advertising.yaml bidding has no effect without BIDDING_SCRIPT'],
    [
      BIDDERS,
      { AD_FRAME: 'https://ads.example/place', ...BIDS },
      1,
      'error    advertising.yaml server has no effect with AD_FRAME',
    ],
    [BIDDERS, {}, 0, 'warning  advertising.yaml bidding has no effect without BIDDING_SCRIPT'],
  ])('check of advertising %j with %j answers %s: %s', async (advertising, environment, code, expected) => {
    await makeNew()
    await writeFile(join(folder(), 'advertising.yaml'), advertising)
    const checked = await runWith(environment, 'check')
    expect([checked.code, expected === null ? null : checked.out]).toEqual([
      code,
      expected === null ? null : expect.stringContaining(expected),
    ])
    if (expected === null) expect(checked.out).not.toContain('has no effect')
  })

  it('check takes the rooms beside the folders for no publication', async () => {
    await makeNew()
    await mkdir(join(place, 'publications/rooms/kino'), { recursive: true })
    const { code, out } = await run('check')
    expect([code, out]).toEqual([0, expect.stringContaining('publications/bote: ')])
    expect(out).not.toContain('publications/rooms')
  })

  it('documents fills unedited documents again, and no other', async () => {
    await makeNew()
    const path = (id: string) => join(folder(), `documents/${id}.md`)
    const read = (id: string) => readFile(path(id), 'utf8')
    expect((await run('documents', folder())).out.match(/says what the folder says/g)).toHaveLength(9)
    await writeFile(path('kontakt'), `${await read('kontakt')}\nUnd am Kiosk.\n`)
    const file = join(folder(), 'publication.yaml')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('street: Am Markt 1', 'street: Neuer Weg 7\n  vatId: DE123456789'),
    )
    await writeFile(
      join(folder(), 'rooms.yaml'),
      `${hasRoom('games') ? 'games: {}\n' : ''}radio: { title: Eins, stream: "https://ton.example/live" }\n`,
    )
    await writeFile(join(folder(), 'community.yaml'), 'comments: {}\n')
    const stale = await run('check', folder())
    expect(stale.out).toMatch(/datenschutz\.md:\d+ says nothing of "comments", which community\.yaml switches on/)
    expect(stale.out).toMatch(/impressum\.md:\d+ publisher\.vatId does not name "DE123456789"/)
    if (hasRoom('games')) expect(stale.out).toMatch(/datenschutz\.md:\d+ says nothing of "games"/)
    expect(stale.out).toMatch(
      /datenschutz\.md:\d+ says nothing of "radio", which rooms\.yaml switches on, or of who sends it/,
    )
    // A field that the message names is right by itself.
    expect(stale.out).not.toMatch(/publisher\.street/)
    const { code, out } = await run('documents', folder())
    expect([code, out]).toEqual([0, expect.stringMatching(/impressum\.md +written again/)])
    expect(out).toMatch(/kontakt\.md +left: somebody wrote in it/)
    expect(out).toMatch(/ki\.md +says what the folder says/)
    expect([await read('impressum'), await read('kontakt')]).toEqual([
      expect.stringMatching(/\{\{publisher\.street\}\}[^]*DE123456789/),
      expect.stringContaining('Und am Kiosk.'),
    ])
    expect(await read('datenschutz')).toMatch(/\*\*Radio:\*\* Das Programm kommt von ton\.example/)
    if (hasRoom('games')) expect(await read('datenschutz')).toMatch(/\*\*Spiele:\*\*[^]*\*\*Radio:\*\*/)
    expect(await read('datenschutz')).toMatch(/## Kommentare und Bewertungen/)
    expect((await run('check', folder())).out).not.toMatch(/says nothing of|does not name/)
    expect((await run('documents', folder(), 'kontakt')).out).toMatch(/kontakt\.md +written again/)
    expect(await read('kontakt')).not.toContain('Und am Kiosk.')
    expect(await run('documents', folder(), 'nichts')).toMatchObject({ code: 2 })
  })

  const SELLING: [what: string, file: string, content: object][] = [
    ['subscriptions', 'offers.yaml', OFFERS.plus],
    ['notices', 'rooms.yaml', { notices: { prices: NOTICE_PRICES } }],
    [
      'advertisements',
      'rooms.yaml',
      { jobs: { ads: { packages: [{ id: 'vier', name: 'Vier', days: 28, cents: 9900 }] } } },
    ],
  ]
  it.each(SELLING.filter(([, file, content]) => file !== 'rooms.yaml' || hasRooms(...Object.keys(content))))(
    'says why nothing of what is offered can be ordered yet: %s',
    async (_what, file, content) => {
      await makeNew()
      await writeFile(join(folder(), file), JSON.stringify(content))
      const { code, out } = await run('check', folder())
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /warning {2}publication\.yaml.* publisher\.vatId[^]*warning {2}publication\.yaml.* seller is missing/,
        ),
      ])
      expect(/Nothing can be ordered before: (.*)/.exec(out)?.[1]?.split(', ')).toEqual(
        expect.arrayContaining(['publisher.vatId', 'publisher.phone', 'seller', 'documents/agb.md']),
      )
    },
  )

  it('applies it, and lists the changes before, if there are any', async () => {
    await makeNew()
    expect(await run('diff', folder())).toMatchObject({ code: 0, out: 'A new publication.\n' })
    expect(await run('list')).toMatchObject({ code: 0, out: '' })
    expect(await run('apply', folder())).toMatchObject({
      code: 0,
      out: expect.stringContaining('Märkischer Bote is in force, version 1.'),
    })
    expect(await run('diff', folder())).toMatchObject({ code: 0, out: 'Nothing differs.\n' })
    const file = join(folder(), 'publication.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace('Märkischer Bote', 'Neuer Bote'))
    expect(await run('apply', folder())).toMatchObject({
      code: 0,
      out: '  changed  identity.name: Märkischer Bote → Neuer Bote\nNeuer Bote is in force, version 2.\n',
    })
    expect((await run('list')).out).toMatch(/^bote {2}Neuer Bote {2}version 2/)
  })

  it('export writes the state in force; applied again it changes nothing', async () => {
    ;({ dataDir } = await createDataDirectory())
    await makeNew()
    await run('apply', folder())
    expect(await run('export', 'out', '--publication', 'bote')).toMatchObject({ code: 0 })
    expect(await run('diff', join(place, 'out'))).toMatchObject({ code: 0, out: 'Nothing differs.\n' })
    expect(await run('export', 'out', '--publication', 'bote')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not empty'),
    })
  })

  it('a broken folder changes nothing and says file and line', async () => {
    ;({ dataDir } = await createDataDirectory())
    await makeNew()
    await writeFile(join(folder(), 'look.yaml'), 'accent: red\n')
    expect(await run('apply', folder())).toMatchObject({
      code: 1,
      out: expect.stringContaining('error    look.yaml:1 accent'),
      err: 'The folder cannot be applied.\nNothing was changed.\n',
    })
    expect((await run('list')).out).toBe('')
  })

  it.each<[string, string[], string]>([
    ['nothing', [], 'Say what to do: new, documents'],
    ['a verb that is none', ['remove'], 'There is no "remove": new, documents'],
    ['no code', ['new'], 'CODE is missing'],
    ['a code that is none', ['new', 'Mein-Blatt'], '"Mein-Blatt" is no CODE'],
    [
      'too little, with nobody to ask',
      ['new', 'bote'],
      'Say --name, --region, --company, --street, --postcode, --town, --email.',
    ],
    [
      'a mail address that is none',
      ['new', 'bote', ...DATA, ...REST.slice(0, -1), 'post'],
      '--email: must be a mail address',
    ],
    [
      'a variant that is none',
      ['new', 'bote', '--variant', 'third'],
      '--variant "third" is no VARIANT: first or second.',
    ],
    ['no folder', ['apply'], 'FOLDER is missing'],
    ['a side that is none', ['apply', 'x', '--prefer', 'mine'], '--prefer "mine" is no SIDE: folder or here.'],
  ])('names the fault of %s', async (_what, args, message) => {
    const { code, err } = await run(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('writes over nothing', async () => {
    await makeNew()
    expect(await makeNew()).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  })
})
