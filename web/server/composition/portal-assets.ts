/** The folders from which static files are served. */
import { join } from 'node:path'
import { DEMO_PUBLICATIONS } from '@lokalteil/demo/codes'
import { createAssets, type Assets } from '../http/assets.ts'
import { withBrands } from '../http/brand-assets.ts'
import type { PortalContext } from './portal-context.ts'

export function openAssets({ config, root, built, looks, demo }: PortalContext): Assets {
  const demoPictures = demo?.pictures
  const assets = createAssets(
    [
      ...(built === undefined ? [] : [{ prefix: '/assets', folder: join(built.folder, 'client/assets') }]),
      ...(demoPictures === undefined
        ? []
        : [
            { prefix: '/assets/brand', folder: demoPictures },
            ...DEMO_PUBLICATIONS.map((code) => ({
              prefix: '/assets',
              folder: join(demoPictures, code),
              only: `fallback-${code}.svg`,
            })),
          ]),
      ...(config.isDemo ? [{ prefix: '/assets/demo/media', folder: join(root, 'demo/media') }] : []),
    ],
    built?.listOthers,
  )
  return withBrands(assets, looks.brandFile)
}
