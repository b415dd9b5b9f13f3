/** Plain forms with files, as browsers send them. */
import { expect, it } from 'vitest'
import { readForm, type FormLimits } from './form-body.ts'

const LIMITS: FormLimits = { fieldBytes: 2000, fields: 10, files: 2, fileBytes: 1000, mostBytes: 20_000 }
const file = (bytes: number) => new File([new Uint8Array(bytes).fill(7)], 'a.jpg', { type: 'image/jpeg' })

async function send(parts: [string, string | File][], limits: Partial<FormLimits> = {}) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const taken: (number | null)[] = []
  const read = await readForm(
    new Request('http://x.local/', { method: 'POST', body: form }),
    { ...LIMITS, ...limits },
    async (_field, bytes) => {
      await new Promise((resolve) => setImmediate(resolve))
      taken.push(bytes?.length ?? null)
    },
  )
  return { ...read, ...('fields' in read ? { fields: [...read.fields] } : {}), taken }
}

it.each<[string, [string, string | File][], Partial<FormLimits>, object]>([
  [
    'fields and files',
    [
      ['titel', 'Groß & schön'],
      ['bilder', file(10)],
      ['bilder', file(900)],
      ['ort', 'Aue'],
    ],
    {},
    {
      kind: 'form',
      fields: [
        ['titel', 'Groß & schön'],
        ['ort', 'Aue'],
      ],
      taken: [10, 900],
      hasTooManyFiles: false,
    },
  ],
  ['a field for files left empty', [['bilder', file(0)]], {}, { kind: 'form', taken: [] }],
  [
    'a file too large beside a small one',
    [
      ['a', file(5000)],
      ['a', file(5)],
      ['x', '1'],
    ],
    {},
    { fields: [['x', '1']], taken: [null, 5] },
  ],
  [
    'more files than allowed',
    [
      ['a', file(1)],
      ['a', file(2)],
      ['a', file(3)],
    ],
    {},
    { taken: [1, 2], hasTooManyFiles: true },
  ],
  [
    'too much altogether',
    [
      ['a', file(900)],
      ['a', file(900)],
    ],
    { mostBytes: 1500 },
    { kind: 'too-large' },
  ],
  [
    'too much text',
    [
      ['a', 'x'.repeat(1500)],
      ['b', 'x'.repeat(1500)],
    ],
    {},
    { kind: 'too-large' },
  ],
])('%s', async (_what, parts, limits, expected) => expect(await send(parts, limits)).toMatchObject(expected))

it.each([
  ['application/json', '{}', 'no-form'],
  ['multipart/form-data', 'x', 'no-form'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nhalf',
    'no-form',
  ],
  ['application/x-www-form-urlencoded', 'a=1', 'form'],
])('%s with %s is %s', async (type, body, kind) => {
  const request = new Request('http://x.local/', { method: 'POST', body, headers: { 'content-type': type } })
  expect((await readForm(request, LIMITS, async () => {})).kind).toBe(kind)
})

it('reports the error that taking a file ended with', async () => {
  const form = new FormData()
  form.append('a', file(10))
  const request = new Request('http://x.local/', { method: 'POST', body: form })
  await expect(readForm(request, LIMITS, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})
