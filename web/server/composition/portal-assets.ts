/** The folders files are served from. */
import { join } from 'node:path'
import { listMandators } from '@lokalteil/domain/publication/publications'
import { createAssets, type Assets } from '../http/assets.ts'
import { withBrands } from '../http/brand-assets.ts'
import type { PortalContext } from './portal-context.ts'

export function openAssets({ config, root, built, looks }: PortalContext): Assets {
  const assets = createAssets(
    [
      ...(built === undefined ? [] : [{ prefix: '/assets', folder: join(built.folder, 'client/assets') }]),
      { prefix: '/assets/brand', folder: join(root, 'web/app/brand') },
      ...listMandators().map((code) => ({
        prefix: '/assets',
        folder: join(root, 'web/app/brand', code),
        only: `fallback-${code}.svg`,
      })),
      ...(config.isDemo ? [{ prefix: '/assets/demo/media', folder: join(root, 'demo/media') }] : []),
    ],
    built?.listOthers,
  )
  return withBrands(assets, looks.brandFile)
}
