import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { writeFolder } from './folder.testing.ts'
import { toRedirects } from './check-redirects.ts'
import { readFolder } from './read-folder.ts'

async function check(redirects: string) {
  const root = await writeFolder({ 'redirects.csv': redirects })
  try {
    return await readFolder(root)
  } finally {
    await rm(root, { recursive: true })
  }
}
const of = (findings: Awaited<ReturnType<typeof check>>['findings']) =>
  findings.filter(({ file }) => file === 'redirects.csv').map(({ level, line, message }) => [level, line, message])

it('reads the encodings that a German Excel saves', () => {
  const text = 'from;to;status\n/straße-gesperrt;/lokales\n'
  const expected = [{ from: '/straße-gesperrt', to: '/lokales', status: 301 }]
  expect(toRedirects(Buffer.from(text, 'latin1'))).toEqual(expected)
  expect(toRedirects(Buffer.from(text))).toEqual(expected)
  expect(toRedirects(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected)
})

it('is part of the folder’s files', async () => {
  const { folder, findings } = await check('from;to\n/alt;/lokales\n')
  expect([of(findings), Object.keys(folder?.files ?? {})]).toEqual([[], expect.arrayContaining(['redirects.csv'])])
})

it('an invalid line stops the folder and is named', async () => {
  const { folder, findings } = await check('from;to\n/alt;/lokales\nneu;/lokales\n/a;/b\n/b;/a\n')
  expect(folder).toBeNull()
  expect(of(findings)).toEqual([
    ['error', 3, 'the old address is no path'],
    ['error', 4, '"/a" leads back to itself'],
    ['error', 5, '"/b" leads back to itself'],
  ])
})

it('warns of lines without effect, because a page has the address', async () => {
  const { folder, findings } = await check('from;to\n/lokales;/meinung\n/suche;/meinung\n/frei;/meinung\n')
  expect(folder).not.toBeNull()
  expect(of(findings).map(([level, , message]) => [level, message])).toEqual([
    ['warning', '"/lokales" is a page of its own'],
    ['warning', '"/suche" is a page of its own'],
  ])
})

it('warns of queries without effect: their path is a page, or they name none at the home page', async () => {
  const lines = ['/lokales?id=3', '/?farbe=rot', '/?id=3', '/alt.php?id=3'].map((from) => `${from};/meinung\n`)
  const { folder, findings } = await check(`from;to\n${lines.join('')}`)
  expect(folder).not.toBeNull()
  expect(of(findings).map(([level, , message]) => [level, message])).toEqual([
    ['warning', '"/lokales?id=3" is a page of its own'],
    ['warning', '"/?farbe=rot" is a page of its own'],
  ])
})

it('skips Excel’s line about the sign between cells', async () => {
  const { folder, findings } = await check('sep=,\r\nfrom,to\r\n/alt,/lokales\r\n')
  expect([folder === null, of(findings)]).toEqual([false, []])
})
