/** The demo publications: filled at the first start, their pictures made when they are first asked for. */
import type { ContentService } from '@lokalteil/services/content/app'
import { ensureDemoPicture, seedDemo } from '@lokalteil/services/content/seed'
import type { SubscriptionService } from '@lokalteil/services/subscription/app'
import { seedOffers } from '@lokalteil/services/subscription/seed'
import type { Log } from './log.ts'

export type Demo = {
  fill: (content: ContentService) => Promise<void>
  fillOffers: (subscription: SubscriptionService) => Promise<void>
  ensurePicture: (path: string) => Promise<boolean>
  announce: (base: string) => void
}

export function createDemo(options: { dataDir: string; log: Log }): Demo {
  return {
    async fill(content) {
      const started = Date.now()
      const outcome = await seedDemo({ content, dataDir: options.dataDir, now: new Date() })
      if (outcome === 'saved') options.log('info', 'demo-filled', { milliseconds: Date.now() - started })
    },
    fillOffers: seedOffers,
    ensurePicture: (path) => ensureDemoPicture(options.dataDir, path),
    announce(base) {
      const port = new URL(base).port
      const hosts = ['ak', 'fb', 'ht', 'la'].map((code) => `http://${code}.localhost${port === '' ? '' : `:${port}`}`)
      process.stdout.write(`demo publications: ${hosts.join('  ')}\n`)
    },
  }
}
