import { expect, it } from 'vitest'
import { runObituaries } from './cli.ts'

it('npx lokalteil notices refuses to write a portrait without a file', async () => {
  let [out, err] = ['', '']
  const environment = { PORT: '9', INGEST_KEY: 'a key of twenty letters', MANDATOR: 'ak' }
  const code = await runObituaries(['portrait', '17'], environment, {
    out: (text) => (out += text),
    err: (text) => (err += text),
  })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^--file FILE is missing\.\n/)
})
