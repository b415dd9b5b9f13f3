import { expect, it } from 'vitest'
import { toFieldDocument } from './fields.testing.ts'

it('docs/publication-fields.md agrees with the schemas', async () => {
  await expect(toFieldDocument()).toMatchFileSnapshot('../../docs/publication-fields.md')
})
