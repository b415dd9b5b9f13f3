/**
 * `npm run settings -- PUBLICATION [key=value …] [--reset key]`: shows and changes the site settings of a publication. A
 * running portal takes them at once, without a restart; without one they go into the database directly.
 * Ends with 0 when all was changed, 1 when nothing was because a value cannot be, 2 when the command was wrong.
 */
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { SETTINGS } from '@lokalteil/contracts/library'
import { toCode } from '@lokalteil/domain/publication/publications'
import { DEFAULT_SETTINGS, type SettingKey } from '@lokalteil/domain/publication/settings'
import { parseCommand, runProgram, withService, type Environment, type Terminal } from '../platform/operator-command.ts'
import { createUserService } from './app.ts'

const USAGE = `Usage: npm run settings -- PUBLICATION [key=value …]

Shows the site settings of a publication, or changes them.

  --reset KEY   back to the default; may be repeated
  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: USER_SERVICE_KEY or DATA_DIR/keys/user.key)
  --help`

type Keeper = Client<typeof SETTINGS>

export async function runSettings(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, { reset: { type: 'string', multiple: true } }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [code = '', ...pairs] = positionals
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const changes: Record<string, string | null> = Object.fromEntries((values.reset ?? []).map((key) => [key, null]))
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) return wrong(`"${pair}" is not key=value.`)
    changes[pair.slice(0, at)] = pair.slice(at + 1)
  }

  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keeps: 'settings',
      keyName: 'user',
      mount: '/__services/user',
      path: `/mandators/${mandator}`,
      connect: (fetch, base, key): Keeper =>
        createClient(SETTINGS, { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: 10_000 }),
      probe: (keeper) => keeper.getSettings({}),
      openOwn: (database, serviceKey) =>
        createUserService({
          database,
          serviceKey,
          verify: async () => null,
          purchases: { listPurchased: async () => new Map() },
        }),
    },
    (keeper) => apply(keeper, changes, terminal),
  )
  return typeof done === 'string' ? wrong(done) : done
}

async function apply(keeper: Keeper, changes: Record<string, string | null>, terminal: Terminal): Promise<0 | 1> {
  if (Object.keys(changes).length === 0) {
    const found = await keeper.getSettings({})
    if (!found.ok) throw new Error(`The settings cannot be read: ${found.problem.code}`)
    for (const [key, value] of Object.entries(found.data))
      terminal.out(`${key}=${String(value)}${value === DEFAULT_SETTINGS[key as SettingKey] ? '' : '   (changed)'}\n`)
    return 0
  }
  const changed = await keeper.changeSettings({ body: { changes } })
  if (!changed.ok) {
    const reasons = Object.entries(changed.problem.fields ?? {}).map(
      ([path, fault]) => `  ${path.replace(/^body\.changes\./, '')}: ${fault}`,
    )
    terminal.err(`${['Nothing was changed: ' + changed.problem.title, ...reasons].join('\n')}\n`)
    return 1
  }
  for (const key of Object.keys(changes)) terminal.out(`${key}=${String(changed.data[key])}\n`)
  return 0
}

if (import.meta.main) await runProgram(runSettings)
