/** Reports settings of advertising that have no effect together, or none with this configuration. */
import type { Advertising } from '@lokalteil/contracts/publication/advertising'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { toField, toFinding, type YamlSource } from './yaml-source.ts'

/** What the portal's configuration has for advertising: `AD_SCRIPT` or `AD_FRAME`, and `BIDDING_SCRIPT`. */
export type AdScripts = { server: 'script' | 'frame' | 'none'; hasBidding: boolean }

type Fault = { at: 'server' | 'bidding'; message: string; remedy: string }

/** `scripts`: null: the configuration is not known. */
export function listAdFaults(
  { server, bidding }: Pick<Advertising, 'server' | 'bidding'>,
  scripts: AdScripts | null,
): Fault[] {
  const faults: (Fault | false)[] = [
    bidding !== undefined &&
      server?.kind !== 'gpt' && {
        at: 'bidding',
        message: 'has no effect: bidders are only asked before a Google tag',
        remedy: 'Write server: { kind: gpt, unit: … }, or remove bidding.',
      },
    server !== undefined &&
      scripts?.server === 'none' && {
        at: 'server',
        message: 'has no effect without AD_SCRIPT',
        remedy: 'Set AD_SCRIPT to the address of its script, or remove server.',
      },
    server?.kind === 'gpt' &&
      scripts?.server === 'frame' && {
        at: 'server',
        message: 'has no effect with AD_FRAME, whose frames are no Google tag',
        remedy: 'Write kind: queue, or set AD_SCRIPT in place of AD_FRAME.',
      },
    bidding !== undefined &&
      scripts?.hasBidding === false && {
        at: 'bidding',
        message: 'has no effect without BIDDING_SCRIPT',
        remedy: 'Set BIDDING_SCRIPT to the address of your build of Prebid.js, or remove bidding.',
      },
  ]
  return faults.filter((fault) => fault !== false)
}

export function checkAdvertising(
  { advertising }: PublicationFolder,
  sources: ReadonlyMap<string, YamlSource>,
): Finding[] {
  return listAdFaults(advertising ?? {}, null).map(({ at, message, remedy }) =>
    toFinding(
      'advertising.yaml',
      sources.get('advertising.yaml')?.lineOf([at]) ?? null,
      toField([at]),
      message,
      remedy,
    ),
  )
}
