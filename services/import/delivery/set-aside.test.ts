import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFault, readReasonFile, setAside, toArrival } from './set-aside.ts'

const now = new Date('2026-11-22T09:00:00Z')
const refusal = { sourceId: 'urn:x', reason: 'no\nheadline', raw: '{"a":1}', extension: 'json' as const }
const makeFolder = () => mkdtempSync(join(tmpdir(), 'aside-'))

describe('a document that is not published', () => {
  it('is kept whole with its reason; notes for editors in a folder of their own', async () => {
    const folder = makeFolder()
    const kept = await setAside(folder, now, refusal, toArrival('feed.xml'))
    expect(kept).toEqual({ kind: 'kept', file: expect.stringMatching(/rejected\/2026-11-22-[0-9a-f]{16}\.json$/) })
    if (kept.kind !== 'kept') return
    expect(readFileSync(kept.file, 'utf8')).toBe('{"a":1}')
    expect(readFileSync(kept.file.replace(/json$/, 'reason.txt'), 'utf8')).toBe(
      'no headline\nsource: feed.xml\ndocument: urn:x\n',
    )
    const note = await setAside(folder, now, { ...refusal, outcome: 'put-aside' }, toArrival('feed.xml'))
    expect(note.kind === 'kept' && note.file).toMatch(/put-aside\//)
  })

  it('is kept with the way it arrived, for another try', async () => {
    const arrival = { origin: '/in/a b.xml', publications: ['ak', 'fb'], isPaid: true, source: 'polizei' }
    const kept = await setAside(makeFolder(), now, { ...refusal, isParsed: true }, arrival)
    const text = kept.kind === 'kept' ? readFileSync(kept.file.replace(/json$/, 'reason.txt'), 'utf8') : ''
    expect(readReasonFile(text)).toEqual({ reason: 'no headline', sourceId: 'urn:x', isParsed: true, arrival })
    expect(readReasonFile('older\nsource: x\ndocument: unknown\n')).toEqual({
      reason: 'older',
      sourceId: '',
      isParsed: false,
      arrival: toArrival('x'),
    })
  })

  it('that cannot be written stops nothing and leaves no partial file', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'rejected'), 'a file where the folder should be')
    expect(await setAside(folder, now, refusal, toArrival(''))).toMatchObject({ kind: 'lost' })
    expect(readdirSync(folder)).toEqual(['rejected'])
  })

  it.each([
    [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), 'the disk is full'],
    [
      new Error('query failed', { cause: new Error('could not extend file: No space left on device') }),
      'the disk is full',
    ],
    [Object.assign(new Error('x'), { code: 'EROFS' }), 'the disk is read-only'],
    [new Error('one\ntwo'), 'one'],
    ['text', 'unknown error'],
  ])('%o in words', (error, sentence) => {
    expect(describeFault(error)).toBe(sentence)
  })
})
