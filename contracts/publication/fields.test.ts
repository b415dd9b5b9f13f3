import { readFileSync } from 'node:fs'
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { expect, it } from 'vitest'
import { toFieldDocument } from './fields.testing.ts'

const DOCUMENT = new URL('../../docs/publication-fields.md', import.meta.url)
const [, rooms = ''] = /^## rooms\.yaml\n([^]*?)(?=^## )/m.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
/** The rooms of the document; where one was removed it says too much. */
const named = [...rooms.matchAll(/^\| `(\w+)` /gm)].map(([, key = '']) => key).filter((key) => key !== 'own')

it.runIf(hasRooms(...named))('docs/publication-fields.md agrees with the schemas', async () => {
  await expect(toFieldDocument()).toMatchFileSnapshot('../../docs/publication-fields.md')
})
