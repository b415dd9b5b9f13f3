/** A start without any publication: serves the setup page, reachable only from this machine. */
import { join, resolve } from 'node:path'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { RequestListener } from 'node:http'
import type { Config } from '../config/config.ts'
import { createAssets } from '../http/assets.ts'
import type { BuiltFiles } from '../http/built-files.ts'
import type { Listening } from '../http/listening.ts'
import type { Log } from '../http/log.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { createSetup, type ApplyFolder } from '../setup/setup.ts'

export type FirstPublicationOptions = {
  config: Pick<Config, 'dataDir' | 'publicationsDir'>
  renderer: Pick<Renderer, 'styles'>
  built: BuiltFiles | null
  log: Log
  print: (line: string) => void
  listen: (listener: RequestListener) => Promise<Listening>
  /** Hears of the publication that was made. */
  onMade: (identity: PublicationFolder['identity']) => void
}

export function createSetUp(options: FirstPublicationOptions): (apply: ApplyFolder) => Promise<void> {
  const { config, renderer, built, log, print, listen, onMade } = options
  return async (apply) => {
    const setup = createSetup({
      root: resolve(config.publicationsDir ?? join(config.dataDir, 'publications')),
      apply,
      styles: renderer.styles,
      assets:
        built === null ? null : createAssets([{ prefix: '/assets', folder: join(built.folder, 'client/assets') }]),
      now: () => new Date(),
      onError: (error) => log('error', 'setup-failed', { error }),
    })
    const { base } = await listen(setup.listener)
    print(
      `There is no publication yet. Make one at ${base}${setup.path}\n(this machine only), or end this and type: npx lokalteil publication new CODE\n`,
    )
    const { place, folder } = await setup.made
    log('info', 'publication-made', { publication: folder.identity.code })
    onMade(folder.identity)
    print(`${folder.identity.name} is there, its folder is ${place}\n`)
  }
}
