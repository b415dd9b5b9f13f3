import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'

it('the script of the publisher’s own figures is at most 1.2 kB', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        input: `${import.meta.dirname}/app/browser/analytics/collector.lazy.ts`,
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const chunks = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  expect(chunks).toHaveLength(1)
  const [chunk] = chunks
  const code = chunk?.type === 'chunk' ? chunk.code : ''
  expect(code).toContain('/api/figures')
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(1200)
})
