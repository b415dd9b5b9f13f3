/** PostgreSQL as WebAssembly, compiled once a process: nine megabytes, and every engine that is started would do it again. */
import { readFile } from 'node:fs/promises'

let code: Promise<WebAssembly.Module> | null = null

/** Rejects where the package lacks its file. */
export function compileEngine(): Promise<WebAssembly.Module> {
  code ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  code.catch(() => (code = null))
  return code
}
