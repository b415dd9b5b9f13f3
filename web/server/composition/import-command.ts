/** `npm run import` */
import { runImport } from '@lokalteil/services/import/cli'

const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
}

process.exitCode = await runImport(process.argv.slice(2), process.env, terminal)
