import react from '@vitejs/plugin-react'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { iconSprite } from './icon-sprite.ts'
import { styleKit } from './style-kit.ts'

const APP = `${import.meta.dirname}/app/features/consent`
/** Every page has them. */
const external = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

it('the question of consent, its settings and the framework’s interface are at most 20 kB', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [react(), iconSprite()],
    css: { postcss: { plugins: [styleKit()] } },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [`${APP}/built-in-manager.lazy.tsx`, `${APP}/tcf-api.lazy.ts`],
        external,
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const files = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  const sizes = files
    .filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
    .map(
      (file) =>
        [
          file.fileName.replace(/-[\w-]{8}\./, '.').replace('assets/', ''),
          brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length,
        ] as const,
    )
  expect(sizes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['built-in-manager.lazy.js', 'ConsentSettings.lazy.js', 'tcf-api.lazy.js']),
  )
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(20_000)
})
