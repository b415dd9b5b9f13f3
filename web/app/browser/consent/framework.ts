/** The registered vendors of the framework, asked for once, and only where the built-in manager is registered. */
import type { ConsentFramework } from '@lokalteil/contracts/consent'
import { NO_FRAMEWORK } from '@lokalteil/domain/consent/tc-string'
import { portalClient } from '../../page/portal-client.ts'

const NONE: ConsentFramework = { ...NO_FRAMEWORK, vendors: [], purposes: {}, listDate: null }

let known: Promise<ConsentFramework> | null = null

/** Without an answer of the server no registered vendor is named. */
export function readFramework(isRegistered: boolean): Promise<ConsentFramework> {
  return (known ??= isRegistered
    ? portalClient
        .call('GET /api/consent/framework', { cache: 'default' })
        .then((result) => (result.kind === 'ok' ? result.data : NONE))
    : Promise.resolve(NONE))
}
