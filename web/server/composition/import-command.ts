/** `npm run import`: puts the importer together with the demo's table, which an import into the demo's content takes. */
import { isDemoSeed } from '@lokalteil/demo/seed/content'
import { readDemoMapping } from '@lokalteil/demo/seed/import-mapping'
import { runImport } from '@lokalteil/services/import/cli'

const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
}

// Whoever reads a long list may stop reading (`| head`).
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runImport(process.argv.slice(2), process.env, terminal, (seed) =>
  isDemoSeed(seed) ? readDemoMapping() : null,
)
