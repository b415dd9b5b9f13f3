/** `npm run import` */
import { runImport } from '@lokalteil/services/import/cli'

const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
}

// A long list may be cut by its reader (`| head`), which closes the pipe.
process.stdout.on('error', (error: { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runImport(process.argv.slice(2), process.env, terminal)
