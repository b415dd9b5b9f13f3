/** Messages about the configuration at start. */
import type { Config, ConfigResult } from './config.ts'

/** EX_CONFIG of sysexits.h: a process supervisor must not restart it. */
export const WRONG_CONFIG = 78

/** '': no message. */
export function toConfigText(result: ConfigResult): string {
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join('')
  return (
    (result.ok ? '' : `The configuration is wrong:\n${list(result.problems)}`) +
    (result.ok ? toWeakText(list(listWeak(result.config))) : '') +
    (result.unknown.length === 0 ? '' : `Not read, docs/configuration.md lists all names:\n${list(result.unknown)}`) +
    (result.advice.length === 0 ? '' : `Still read, but better written anew:\n${list(result.advice)}`)
  )
}

const toWeakText = (lines: string) => (lines === '' ? '' : `Weaker than it could be, by your choice:\n${lines}`)

function listWeak({ imageCdn, hsts }: Config): string[] {
  return [
    ...(imageCdn?.scheme === 'md5'
      ? ['IMAGE_CDN_SCHEME=md5: signs addresses of pictures with MD5; take sha256 if the picture service knows it']
      : []),
    ...(hsts === 'off' ? ['HSTS=off: browsers may be led to http'] : []),
  ]
}
