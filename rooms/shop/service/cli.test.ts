import { expect, it } from 'vitest'
import { runShop } from './cli.ts'

it('npx lokalteil shop refuses a malformed ticket and shows an example', async () => {
  let [out, err] = ['', '']
  const environment = { PORT: '9', INGEST_KEY: 'a key of twenty letters', MANDATOR: 'ak' }
  const code = await runShop(['redeem', '17'], environment, {
    out: (text) => (out += text),
    err: (text) => (err += text),
  })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^"17" is no TICKET: a code like 7Q4F-MX2D-AC3E\.\n/)
})
