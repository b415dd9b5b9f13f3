import { expect, it } from 'vitest'
import { toFieldDocument } from './fields.testing.ts'

it('docs/publication-fields.md says what the schemas say', async () => {
  await expect(toFieldDocument()).toMatchFileSnapshot('../../docs/publication-fields.md')
})
