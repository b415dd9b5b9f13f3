import { expect, it } from 'vitest'
import { runEpaper } from './cli.ts'

it.each([
  ['without a day', 'status --edition stadt', '--day DAY is missing: a day like 2026-12-31.'],
  [
    'with a day that is none',
    'status --edition stadt --day 2026-13-01',
    '--day "2026-13-01" is no DAY: a day like 2026-12-31.',
  ],
])('npx lokalteil epaper %s is refused', async (_what, line, message) => {
  let [out, err] = ['', '']
  const environment = { PORT: '9', INGEST_KEY: 'a key of twenty letters', MANDATOR: 'ak' }
  const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await runEpaper(line.split(' '), environment, terminal)
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', message])
})
