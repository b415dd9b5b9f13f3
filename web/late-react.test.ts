import { build } from 'vite'
import { expect, it } from 'vitest'
import { lateReact } from './late-react.ts'

it('React is inside the file that imports it, and is evaluated only on request', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      lateReact(),
      {
        name: 'entry',
        resolveId: (id) => (id.endsWith('start-here.js') ? '\0start-here.js' : null),
        load: (id) => (id === '\0start-here.js' ? `export { readReact } from 'virtual:late-react'` : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'start-here.js', output: { format: 'es' }, preserveEntrySignatures: 'strict' },
    },
  })
  const chunks = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  expect(chunks).toHaveLength(1)
  const [chunk] = chunks
  const code = chunk?.type === 'chunk' ? chunk.code : ''
  // The renderer reports itself when it is evaluated.
  const told: unknown[] = []
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject: (renderer: unknown) => told.push(renderer) },
  })
  try {
    const { readReact } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      readReact: () => Promise<{ hydrateRoot: unknown }>
    }
    expect(told).toEqual([])
    expect(typeof (await readReact()).hydrateRoot).toBe('function')
    expect(told).toHaveLength(1)
  } finally {
    Reflect.deleteProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__')
  }
})
