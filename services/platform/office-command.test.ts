import { describe, expect, it } from 'vitest'
import { runEpaper } from '../epaper/cli.ts'
import { runMarkets } from '../markets/cli.ts'
import { runNotices } from '../notices/cli.ts'
import { runShop } from '../shop/cli.ts'

/** Nothing listens on this port. */
const NOWHERE = { PORT: '9', INGEST_KEY: 'a key of twenty letters' }

async function type(run: typeof runMarkets, ...args: string[]) {
  let [out, err] = ['', '']
  const code = await run(args, NOWHERE, { out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, said: err.split('\n')[0] }
}

describe.each([
  ['markets', runMarkets],
  ['notices', runNotices],
])('the command of the office: %s', (name, run) => {
  it.each([
    ['reports', 'Say which publication, by its code.'],
    ['fetch ak', 'There is no command "fetch".'],
    ['publish ak', 'Say which.'],
    ['reports ak --page 0', '--page is a number'],
    ['remove ak 17 --facts x', /^Say on which ground: --ground law\|/],
    ['remove ak 17 --ground law', 'Say what the decision rests on: --facts TEXT'],
    ['reject ak 17', 'Say why: --facts TEXT'],
    ['uphold ak S-1', 'Say why: --facts TEXT'],
    ['figures ak --from 2026-01-01T00:00:00Z', 'Say of which time: --from TIME --to TIME'],
    [`${name === 'markets' ? 'picture' : 'portrait'} ak 17`, 'Say where it is to be written: --file FILE'],
  ])('%s: says what is missing', async (line, message) => {
    const { code, said } = await type(run, ...line.split(' '))
    expect(code).toBe(2)
    expect(said).toMatch(message)
  })

  it('says where no portal answers', async () => {
    expect(await type(run, 'reports', 'ak')).toEqual({
      code: 1,
      out: '',
      said: `Nothing answers at http://127.0.0.1:9/__services/${name}/ak. Start the portal first.`,
    })
  })

  it('shows the usage', async () => {
    const { code, out } = await type(run, '--help')
    expect([code, out.startsWith(`Usage: npm run ${name}`)]).toEqual([0, true])
  })
})

describe.each([
  ['shop', runShop, 'orders', 'redeem ak 17', 'Which ticket? A code like 7Q4F-MX2D-AC3E.'],
  ['epaper', runEpaper, 'list', 'status ak --edition stadt', 'Say which day: --day YYYY-MM-DD'],
] as const)('the command of %s', (name, run, list, incomplete, message) => {
  it.each([
    [list, 'Say which publication, by its code.'],
    [incomplete, message],
  ])('%s: says what is missing', async (line, said) => {
    expect(await type(run, ...line.split(' '))).toMatchObject({ code: 2, said })
  })

  it('says where no portal answers', async () => {
    expect(await type(run, list, 'ak')).toEqual({
      code: 1,
      out: '',
      said: `Nothing answers at http://127.0.0.1:9/__services/${name}/ak. Start the portal first.`,
    })
  })
})
