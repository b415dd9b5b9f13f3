/**
 * Vite plugin: the two service workers, each a plain script without imports (old browsers lack module workers, and a
 * worker must never wait for a second file). Their text contains the build's id, so every build is a new worker.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const WORKERS = [
  { source: './app/sw/worker.ts', fileName: 'assets/service-worker.js' },
  { source: './app/sw/retire.ts', fileName: 'assets/service-worker-retired.js' },
]

export function serviceWorkers(): Plugin {
  return {
    name: 'service-workers',
    apply: 'build',
    async generateBundle(_options, bundle) {
      if (this.environment.name === 'ssr') return
      const mark = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 10)
      for (const { source, fileName } of WORKERS)
        this.emitFile({ type: 'asset', fileName, source: await bundleWorker(source, mark) })
    },
  }
}

async function bundleWorker(source: string, mark: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD_ID: JSON.stringify(mark) },
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(source, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => (one as Rolldown.RolldownOutput).output)
  const [script] = output
  if (output.length !== 1 || script?.type !== 'chunk') throw new Error(`${source} did not become one script`)
  return script.code
}
