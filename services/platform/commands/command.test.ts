import type { Client } from '@lokalteil/contracts/kernel/client'
import { describe, expect, it } from 'vitest'
import { createSettingsCommand } from '../../library/settings-cli.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { CASE_OFFICE, CASES } from '@lokalteil/contracts/community/moderation'
import { CASE_OPTIONS, CASE_VERBS, CASE_WORDS, toDecision, type Decided } from '../moderation/case-verbs.ts'
import type { Call } from './call.ts'
import { defineNoun, type Run } from './command.ts'
import { each } from './reach.ts'

const runSettings = createSettingsCommand(() => false)
const CALLS = contract({ ...CASES, ...CASE_OFFICE })
const decide =
  (action: 'keep' | 'remove') =>
  (given: Decided & { listing: readonly string[] }, call: Call) =>
  (stalls: Client<typeof CALLS>) =>
    each(call, given.listing, (id) =>
      stalls.decideCase({ body: { target: { kind: 'listing', id }, decision: toDecision(given, call, action) } }),
    )
const nothing = { run: () => async () => 0 }

/** A noun with every kind of verb. */
const runStalls = defineNoun({
  name: 'stalls',
  more: 'Nothing that a reader ordered and paid is shown before "publish". Whoever published and reported a listing is told of a decision.',
  reach: {
    calls: CALLS,
    mount: '/__services/stalls',
    key: 'ingest',
    variable: 'STALLS_SERVICE_KEY',
  },
  words: { ...CASE_WORDS, AD: 'an id that "ads" prints', LISTING: 'an id that "reports" prints' },
  options: { ...CASE_OPTIONS, file: 'where the picture is written, a JPEG' },
  verbs: {
    ads: { about: 'advertisements that wait', ...nothing },
    'picture PICTURE --file FILE': { about: 'writes a picture to a file', ...nothing },
    'publish AD…': { about: 'puts advertisements on the air', ...nothing },
    'reject AD… --facts TEXT': { about: 'gives the money back', ...nothing },
    ...CASE_VERBS,
    'keep LISTING… [--by NAME]': { about: 'leaves what was reported', run: decide('keep') },
    'remove LISTING… --ground GROUND --facts TEXT [--by NAME]': {
      about: 'takes a listing away, whatever its source delivers',
      run: decide('remove'),
    },
  },
})

/** Nothing listens on this port. */
const NOWHERE = { PORT: '9', INGEST_KEY: 'a key of twenty letters', MANDATOR: 'ak' }

async function type(run: Run, ...args: string[]) {
  let [out, err] = ['', '']
  const code = await run(args, NOWHERE, { out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, err, said: err.split('\n')[0] }
}

describe('a command', () => {
  it.each([
    ['no verb', '', /^Say what to do: ads, picture, publish/],
    ['an option before the verb', '--page 2 reports', /^Say what to do: ads, picture, publish/],
    ['a verb that is none', 'fetch', /^There is no "fetch": ads, picture, publish/],
    ['a verb that every object has', 'toString', /^There is no "toString"/],
    ['a publication that can be none', 'reports --publication AK!', 'There is no publication "AK!".'],
    ['an option that is none', 'reports --fast', "Unknown option '--fast'."],
    ['an option of another verb', 'reports --facts x', "Unknown option '--facts'."],
    ['an option without its value', 'reports --page', "Option '--page <value>' argument missing."],
    ['an argument too many', 'reports 17', '"17" is too much.'],
    ['an argument that is missing', 'publish', 'AD is missing: an id that "ads" prints.'],
    ['an argument that is empty', 'publish  ', 'AD is missing: an id that "ads" prints.'],
    ['an option that is missing', 'reject 17', '--facts TEXT is missing.'],
    [
      'one of two options',
      'figures --from 2026-01-01T00:00:00Z',
      '--to TIME is missing: a time like 2026-12-24T18:00:00Z.',
    ],
    ['a number that is none', 'reports --page 0', '--page "0" is no N: a whole number from 1.'],
    [
      'a time that is none',
      'figures --from May --to June',
      '--from "May" is no TIME: a time like 2026-12-24T18:00:00Z.',
    ],
    [
      'a word that is not among those that can be',
      'remove 17 --facts x --ground dislike',
      /^--ground "dislike" is no GROUND: law, /,
    ],
  ])('refuses %s, and prints the correct form', async (_what, line, message) => {
    const { code, out, err, said } = await type(runStalls, ...(line === '' ? [] : line.split(' ')))
    expect([code, out]).toEqual([2, ''])
    expect(said).toMatch(message)
    expect(err).toMatch(
      /\nNothing was done\.\n\nUsage: npx lokalteil stalls .*\nMore: npx lokalteil stalls .*--help\n$/,
    )
  })

  it.each([
    ['with one misfit of several', runSettings, 'set a=b c', '"c" is no KEY=VALUE: like onboardingpopup_enabled=true.'],
  ] as const)('%s is refused', async (_what, run, line, message) => {
    expect(await type(run, ...line.split(' '))).toMatchObject({ code: 2, said: message })
  })

  it.each([
    ['of an office', runStalls, 'reports'],
    ['that could open the database, but was told an address', runSettings, 'show --url http://127.0.0.1:9/'],
  ] as const)('%s says where no portal answers', async (_what, run, line) => {
    expect(await type(run, ...line.split(' '))).toMatchObject({
      code: 2,
      out: '',
      err: 'Nothing answers at http://127.0.0.1:9. Start the portal first (npm start), or say where it runs: --url BASE.\n',
    })
  })

  it('gets its arguments by name, and prints its lines', async () => {
    const runTables = defineNoun({
      name: 'tables',
      reach: { calls: CALLS, mount: '/__services/tables', key: 'tables', prefix: null },
      verbs: {
        'lay TABLE CUP… --cloth COLOUR [--for NAME] [--candle] [--plate SIZE…]': {
          about: 'sets a table',
          run: ({ table, cup, cloth, for: guest, candle, plate }) =>
            JSON.stringify([table, cup, cloth, guest, candle, plate]),
        },
      },
    })
    const lay = async (line: string) => (await type(runTables, ...line.split(' '))).out
    expect(await lay('lay round tea mocha --cloth red --candle --plate 1 --plate 2')).toBe(
      '["round",["tea","mocha"],"red",null,true,["1","2"]]\n',
    )
    expect(await lay('lay --for Eva round tea --cloth red')).toBe('["round",["tea"],"red","Eva",null,[]]\n')
  })

  it('does not go on with the next one when no portal answers', async () => {
    const { code, err } = await type(runStalls, 'keep', '1', '2')
    expect([code, err.match(/Nothing answers/g)]).toEqual([2, ['Nothing answers']])
  })

  it('prints the help of a noun, or of one verb', async () => {
    const [all, one] = [await type(runStalls, '--help'), await type(runStalls, 'remove', '--help')]
    expect([all.code, one.code, all.err, one.err]).toEqual([0, 0, '', ''])
    expect(one.out)
      .toBe(`npx lokalteil stalls remove [--publication CODE] LISTING… --ground GROUND --facts TEXT [--by NAME]
    takes a listing away, whatever its source delivers

Nothing that a reader ordered and paid is shown before "publish". Whoever published and reported a listing is told of a
decision.

  GROUND              law, insult, hate, threat, privacy, falsehood, spam, offTopic, other
  LISTING             an id that "reports" prints
  --facts             what the decision rests on; whom it meets reads it
  --by                who decides, for the file (default: the user of this machine)
  --publication CODE  the publication that is meant (default: MANDATOR, or the only one there is)
  --url BASE          the running portal (default: http://127.0.0.1:PORT)
  --key KEY           its key (default: STALLS_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)

A running portal is needed.
`)
    for (const verb of ['ads', 'picture', 'publish', 'reject', 'reports', 'complaints', 'uphold', 'keep', 'remove'])
      expect(all.out).toContain(`npx lokalteil stalls ${verb} [--publication CODE]`)
  })
})
