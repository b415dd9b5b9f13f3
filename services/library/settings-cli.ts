/** `npx lokalteil settings`: shows and changes the site settings of a publication. A running portal takes them without a restart. */
import { SETTINGS } from '@lokalteil/contracts/library'
import { DEFAULT_SETTINGS, toSettings, type SettingKey } from '@lokalteil/domain/publication/settings'
import { Fault, type Environment } from '../platform/commands/call.ts'
import { defineNoun, type Run } from '../platform/commands/command.ts'
import { say } from '../platform/commands/reach.ts'
import { createLibraryService } from './app.ts'

/** `isOfficeApart`: what a portal with this environment says, where none runs that could be asked. */
export const createSettingsCommand = (isOfficeApart: (environment: Environment) => boolean): Run =>
  defineNoun({
    name: 'settings',
    reach: {
      calls: SETTINGS,
      mount: '/__services/user',
      prefix: '/mandators/',
      key: 'user',
      variable: 'USER_SERVICE_KEY',
      own: {
        probe: (keeper) => keeper.getSettings({}),
        open: (database, serviceKey, _key, { environment }) =>
          createLibraryService({
            isOfficeApart: isOfficeApart(environment),
            database,
            serviceKey,
            verify: async () => null,
            purchases: { listPurchased: async () => new Map() },
          }),
      },
    },
    words: { 'KEY=VALUE': { is: 'like onboardingpopup_enabled=true', fits: /^[^=]+=/ } },
    options: { reset: 'back to the default; may be repeated' },
    verbs: {
      show: {
        about: 'all settings, and which are not the default',
        ask: (keeper) =>
          say(keeper.getSettings({}), (settings) =>
            Object.entries(settings).map(
              ([key, value]) =>
                `${key}=${String(value)}${value === DEFAULT_SETTINGS[key as SettingKey] ? '' : '   (changed)'}`,
            ),
          ),
      },
      'set [KEY=VALUE…] [--reset KEY…]': {
        about: 'changes settings, all of them or none',
        run({ 'key=value': pairs, reset }, { terminal }) {
          const changes: Record<string, string | null> = Object.fromEntries([
            ...reset.map((key) => [key, null]),
            ...pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
          ])
          if (Object.keys(changes).length === 0) throw new Fault('Say what is to be changed: KEY=VALUE or --reset KEY.')
          return (keeper) =>
            say(keeper.changeSettings({ body: { changes } }), (answer) => {
              for (const { settings: idle, advice } of Array.isArray(answer.warnings) ? answer.warnings : [])
                terminal.err(`No effect: ${idle.join(', ')}. ${advice}\n`)
              const settings = toSettings(answer)
              return Object.keys(changes).map((key) => `${key}=${String(settings[key as SettingKey])}`)
            })
        },
      },
    },
  })
