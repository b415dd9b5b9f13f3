/** Messages about the configuration at start. */
import type { ConfigResult } from './config.ts'

/** EX_CONFIG of sysexits.h: a process supervisor must not restart it. */
export const WRONG_CONFIG = 78

/** '': no message. */
export function toConfigText(result: ConfigResult): string {
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join('')
  return (
    (result.ok ? '' : `The configuration is wrong:\n${list(result.problems)}`) +
    (result.unknown.length === 0 ? '' : `Not read, docs/configuration.md lists all names:\n${list(result.unknown)}`) +
    (result.advice.length === 0 ? '' : `Still read, but better written anew:\n${list(result.advice)}`)
  )
}
