/**
 * Compiles PostgreSQL's WebAssembly (9 MB) once per process; each engine that starts would otherwise compile it again.
 */
import { readFile } from 'node:fs/promises'

let code: Promise<WebAssembly.Module> | null = null

/** Rejects if the package lacks its `.wasm` file. */
export function compileEngine(): Promise<WebAssembly.Module> {
  code ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  code.catch(() => (code = null))
  return code
}
